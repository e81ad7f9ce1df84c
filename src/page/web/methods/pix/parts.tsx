import { laterScreen } from '../../screens/later-screen.ts'
import { useSay } from '../../use-say.ts'
import type { MethodParts } from '../method-parts.ts'

export const pix = {
  Panel: HowPixWorks,
  aside: 'method.pix.aside',
  Marks: null,
  screens: { pix: laterScreen('pix') },
  charge: () => ({ method: 'pix' }),
} satisfies MethodParts

function HowPixWorks() {
  return <p className="how">{useSay()('method.pix.how')}</p>
}
