import { SHOWN_FOR_ACTION } from '../methods/screens.ts'
import { EndedScreen } from './ended.tsx'
import { PaidScreen } from './paid.tsx'

/**
 * One file for all screens that the first look does not need: a file of parts that several of them share would be
 * refused by WebKit (page/build/later-scripts.ts).
 */
export const LATER_SCREENS = { ...SHOWN_FOR_ACTION, paid: PaidScreen, ended: EndedScreen }
