/**
 * Tags a flow that `npm run test:proof` runs in place of `npm test`: the same rule in a further width, language or way to
 * fail, a campaign in a browser, or one that waits for a real minute.
 */
export const PROOF = { tag: '@proof' }
