import { CardMarks } from '../../card/card-marks.tsx'
import { laterScreen } from '../../screens/later-screen.ts'
import type { MethodParts } from '../method-parts.ts'
import { CardFields } from './card-fields.tsx'

export const card = {
  Panel: CardFields,
  Marks: CardMarks,
  busy: 'pay.busy',
  screens: { challenge: laterScreen('challenge') },
} satisfies MethodParts
