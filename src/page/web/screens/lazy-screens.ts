import { ACTION_SCREENS } from '../methods/methods.ts'
import type { Screen } from '../session/screen-of.ts'
import type { LazyScreen } from './lazy-screen.tsx'
import { laterScreen } from './later-screen.ts'

const paid = laterScreen('paid')
const ended = laterScreen('ended')
/** Shown in place of the form; hydrates once its script has loaded. */
export const NoAttemptsLeft = laterScreen('noAttemptsLeft')

/** All screens but those in the main bundle. */
export const LAZY_SCREENS: Readonly<
  Record<Exclude<Screen, 'open' | 'checking' | 'processing'>, LazyScreen>
> = {
  ...ACTION_SCREENS,
  authorized: paid,
  'authorized-already': paid,
  paid,
  'paid-already': paid,
  expired: ended,
  canceled: ended,
}

const PRELOADS: Readonly<Partial<Record<Screen, LazyScreen>>> = LAZY_SCREENS

/** Preloads a screen, so that it renders synchronously. */
export async function preloadScreen(screen: Screen): Promise<void> {
  await PRELOADS[screen]?.preload()
}

export async function preloadAllScreens(): Promise<void> {
  const screens = [...Object.values(LAZY_SCREENS), NoAttemptsLeft]
  await Promise.all(screens.map(({ preload }) => preload()))
}
