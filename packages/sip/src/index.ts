export type { InviteLimits } from './admission/invite-admission.ts';
export type { AuthenticationFailure, Credentials } from './authentication/authenticator.ts';
export { type CallerIdentity, callerIdentityOf } from './caller-identity/caller-identity.ts';
export { type Diversion, readDiversions } from './caller-identity/diversion.ts';
export type {
  Call,
  CallEndCause,
  CallEvent,
  CallParty,
  CallState,
  IncomingCall,
  OutgoingCall,
  OutgoingCallRequest,
  ReferredEvent,
  ReinvitedEvent,
  ReinviteOutcome,
  RejectOptions,
  TransferOutcome,
} from './calls/call.ts';
export { type DialogState, restoreDialogState, type StoredDialogState } from './dialogs/dialog-state.ts';
export type { Addresses, Dns } from './locating/dns.ts';
export { type AddressFamily, locate, locationOfAddress } from './locating/locate.ts';
export { type LocatedBy, type Location, type LocationTarget, orderHops, ownHops } from './locating/location.ts';
export type { SipHeaders } from './messages/headers.ts';
export { type SipMessage, type SipRequest, type SipResponse, SipSyntaxError, sdpOf } from './messages/message.ts';
export { parseMessage } from './messages/parse-message.ts';
export { formatReplaces, type Replaces } from './messages/replaces.ts';
export { serializeMessage } from './messages/serialize-message.ts';
export { formatHost } from './messages/uri.ts';
export type { RedirectTo } from './redirection.ts';
export type {
  RegisteredWay,
  Registration,
  RegistrationRequest,
  RegistrationState,
} from './registrations/registration.ts';
export { MediaNegotiation, type MediaNegotiationOptions } from './sdp/media-negotiation.ts';
export { SdpError, type SdpProblem } from './sdp/sdp-error.ts';
export type { SrtpPolicy } from './sdp/srtp-policy.ts';
export { shakenPassportOf } from './stir/identity-header.ts';
export { type Passport, PassportError } from './stir/passport.ts';
export { type CallToSign, signIdentity } from './stir/sign-identity.ts';
export { claimsFault, isForCalled, isSignedBy, type SignedCall } from './stir/verify-passport.ts';
export { ConnectionError, type ConnectionProblem } from './transports/connection-error.ts';
export { openTcpTransport } from './transports/tcp-transport.ts';
export { openTlsTransport, type TlsSettings } from './transports/tls-transport.ts';
export {
  type ConnectionReport,
  type Hop,
  type HostPort,
  isSameHop,
  ListenError,
  type Listener,
  type Protocol,
} from './transports/transport.ts';
export { type RequestOutcome, UserAgent, type UserAgentCounters, type UserAgentOptions } from './user-agent.ts';
