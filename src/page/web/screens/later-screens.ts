/**
 * One file for all screens that the first look does not need: a file of parts that several of them share would be
 * refused by WebKit (page/build/later-scripts.ts).
 */
export { BoletoScreen } from './boleto.tsx'
export { ChallengeScreen } from './challenge.tsx'
export { EndedScreen } from './ended.tsx'
export { PaidScreen } from './paid.tsx'
export { PixScreen } from './pix.tsx'
