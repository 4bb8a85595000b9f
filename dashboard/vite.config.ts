import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightRoutes } from './light-routes.ts';
import { mantineStyles } from './mantine-styles.ts';

const service = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [lightRoutes(), mantineStyles(), tanstackRouter(), react()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // Inlined files would need `data:` in every directive of the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  // `npm run dev -w dashboard` beside a running service.
  server: { proxy: { '/v1': { target: service, ws: true }, '/dashboard': { target: service, ws: true } } },
});
