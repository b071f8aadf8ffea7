/** What Electron's security checklist asks for, one rule per file. May not know what the console does. This one: the policy of each page (items 7). */

/** The policy of one load. `nonce` is fresh for each; it opens `<style>` elements alone, never scripts. */
export const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
