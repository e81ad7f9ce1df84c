import { laterScript } from '../early-events.ts'
import { type LazyScreen, lazyScreen } from './lazy-screen.tsx'
import type { LATER_SCREENS } from './later-screens.ts'

/** Loads the script of everything that the first render does not need. */
export const laterScreens = () => laterScript('later-screens', import('./later-screens.ts'))

/** A code-split screen, not needed for the first render of the form. */
export function laterScreen(name: keyof typeof LATER_SCREENS): LazyScreen {
  return lazyScreen(async () => (await laterScreens()).LATER_SCREENS[name])
}
