import { laterScreen } from '../../screens/later-screen.ts'
import { useTranslate } from '../../use-translate.ts'
import type { MethodParts } from '../method-parts.ts'

export const boleto = {
  Panel: HowBoletoWorks,
  aside: 'method.boleto.aside',
  busy: 'pay.busy.generating',
  screens: { boleto: laterScreen('boleto') },
} satisfies MethodParts

function HowBoletoWorks() {
  return <p className="how">{useTranslate()('method.boleto.how')}</p>
}
