import { laterScreen } from '../../screens/later-screen.ts'
import { useTranslate } from '../../use-translate.ts'
import type { MethodParts } from '../method-parts.ts'

export const pix = {
  Panel: HowPixWorks,
  aside: 'method.pix.aside',
  busy: 'pay.busy.generating',
  screens: { pix: laterScreen('pix') },
} satisfies MethodParts

function HowPixWorks() {
  return <p className="how">{useTranslate()('method.pix.how')}</p>
}
