import type { ComponentType } from 'react'
import type { PageAction } from '#contract/page.ts'
import type { ScreenProps } from '../screens/screen-props.ts'
import { BoletoScreen } from './boleto/screen.tsx'
import { ChallengeScreen } from './card/challenge-screen.tsx'
import { PixScreen } from './pix/screen.tsx'

/** The screens of actions that payments require; in the chunk of the later screens. */
export const SHOWN_FOR_ACTION: Readonly<Record<PageAction['type'], ComponentType<ScreenProps>>> = {
  challenge: ChallengeScreen,
  pix: PixScreen,
  boleto: BoletoScreen,
}
