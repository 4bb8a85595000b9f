import { setNonce } from 'get-nonce';

/** Of this page: styles that are made while it runs carry it, or the Content-Security-Policy refuses them. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// What locks scrolling behind a dialog asks get-nonce.
setNonce(pageNonce);
