import { memo } from 'react'
import type { PageCheckout } from '../../../contract/page.ts'
import { isFinal, type Screen } from '../session/screen-of.ts'
import { useSay } from '../use-say.ts'
import { Chevron } from './chevron.tsx'
import { imagePath } from './image-path.ts'
import { MerchantLink } from './merchant-link.tsx'
import { Picture } from './picture.tsx'
import { sumText } from '../../receipt/sum-text.ts'

/** Above this number of lines, a sticky total is shown below them. */
const LINES_WITHOUT_TOTAL_MAX = 5

interface OrderSummaryProps {
  reference: string
  checkout: PageCheckout
  screen: Screen
  onBack: () => void
}

/** The order: merchant, total and lines. */
export const OrderSummary = memo(function OrderSummary({
  reference,
  checkout,
  screen,
  onBack,
}: OrderSummaryProps) {
  const say = useSay()
  const hasDetails = checkout.lines.length > 0 || checkout.sums.length > 0
  return (
    <section className="summary" aria-label={say('order.label')}>
      <MerchantLink
        name={checkout.merchant.name}
        logo={checkout.merchant.hasLogo ? imagePath(reference, 'logo') : null}
        // Those screens have their own button back.
        url={isFinal(screen) ? null : checkout.cancelUrl}
        onBack={onBack}
      />
      {!checkout.detailsWithheld && (
        <>
          <p className="label">{say(totalLabelOf(screen))}</p>
          <p className="total">{totalOf(checkout, screen)}</p>
        </>
      )}
      {checkout.description !== null && <p className="description">{checkout.description}</p>}
      {hasDetails && (
        <details className="order">
          <summary>
            {say('order.see')}
            <Chevron />
          </summary>
          <Lines reference={reference} lines={checkout.lines} />
          <Sums sums={checkout.sums} />
          {(checkout.sums.length > 0 || checkout.lines.length > LINES_WITHOUT_TOTAL_MAX) && (
            <dl className="sum final">
              <dt>{say('order.total')}</dt>
              <dd className="money">{checkout.amount.text}</dd>
            </dl>
          )}
        </details>
      )}
    </section>
  )
})

function totalLabelOf(screen: Screen) {
  if (isPaid(screen)) return 'order.paid'
  return isFinal(screen) ? 'order.total' : 'order.to-pay'
}

function isPaid(screen: Screen): boolean {
  return screen === 'paid' || screen === 'paid-already'
}

function totalOf({ amount, payment }: PageCheckout, screen: Screen): string {
  return isPaid(screen) && payment !== null ? payment.amount.text : amount.text
}

function Lines({ reference, lines }: { reference: string } & Pick<PageCheckout, 'lines'>) {
  const say = useSay()
  if (lines.length === 0) return null
  return (
    <ul className="lines">
      {lines.map(({ name, description, quantity, hasImage, total }, index) => (
        // Lines have no id and never change order.
        // oxlint-disable-next-line react/no-array-index-key
        <li className="line" key={index}>
          <Picture
            className="thumb"
            name={name}
            src={hasImage ? imagePath(reference, index) : null}
          />
          <span className="line-name">
            <bdi>{name}</bdi>
            <small>
              {description !== null && (
                <>
                  <bdi>{description}</bdi>
                  {', '}
                </>
              )}
              {say('order.units', { count: quantity })}
            </small>
          </span>
          <span className="money">{total.text}</span>
        </li>
      ))}
    </ul>
  )
}

function Sums({ sums }: Pick<PageCheckout, 'sums'>) {
  const say = useSay()
  if (sums.length === 0) return null
  return (
    <dl className="sums">
      {sums.map((sum, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div className="sum" key={index}>
          <dt>
            {say(`order.${sum.kind}`)}
            {sum.label !== null && (
              <small>
                <bdi>{sum.label}</bdi>
              </small>
            )}
          </dt>
          <dd className="money">{sumText(sum, say)}</dd>
        </div>
      ))}
    </dl>
  )
}
