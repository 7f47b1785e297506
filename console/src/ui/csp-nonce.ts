// The nonce of this page: styles that libraries add carry it, by the content security policy of the server.

/** cspNonce is new in each page that the server answers; absent in development. */
export const cspNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
