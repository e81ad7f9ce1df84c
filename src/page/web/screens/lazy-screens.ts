import { laterScript } from '../early-events.ts'
import type { Screen } from '../session/screen-of.ts'
import { lazyScreen } from './lazy-screen.tsx'

const laterScreens = () => laterScript('later-screens', import('./later-screens.ts'))

/** The screens that the first look at a card form does not need. */
export const PixScreen = lazyScreen(async () => (await laterScreens()).PixScreen)
export const BoletoScreen = lazyScreen(async () => (await laterScreens()).BoletoScreen)
export const ChallengeScreen = lazyScreen(async () => (await laterScreens()).ChallengeScreen)
export const PaidScreen = lazyScreen(async () => (await laterScreens()).PaidScreen)
export const EndedScreen = lazyScreen(async () => (await laterScreens()).EndedScreen)

const PRELOADS: Readonly<Partial<Record<Screen, () => Promise<void>>>> = {
  pix: PixScreen.preload,
  boleto: BoletoScreen.preload,
  challenge: ChallengeScreen.preload,
  paid: PaidScreen.preload,
  'paid-already': PaidScreen.preload,
  expired: EndedScreen.preload,
  canceled: EndedScreen.preload,
}

/** Makes one screen ready to render without waiting. */
export async function preloadScreen(screen: Screen): Promise<void> {
  await PRELOADS[screen]?.()
}

export async function preloadAllScreens(): Promise<void> {
  await Promise.all(Object.values(PRELOADS).map((preload) => preload()))
}
