import type { Screen } from '../session/screen-of.ts'
import { lazyScreen } from './lazy-screen.tsx'

/** The screens that the first look at a card form does not need. */
export const PixScreen = lazyScreen(async () => (await import('./pix.tsx')).PixScreen)
export const BoletoScreen = lazyScreen(async () => (await import('./boleto.tsx')).BoletoScreen)
export const ChallengeScreen = lazyScreen(
  async () => (await import('./challenge.tsx')).ChallengeScreen,
)
export const PaidScreen = lazyScreen(async () => (await import('./paid.tsx')).PaidScreen)
export const EndedScreen = lazyScreen(async () => (await import('./ended.tsx')).EndedScreen)

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
