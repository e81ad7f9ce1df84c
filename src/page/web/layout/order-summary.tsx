import { memo, type ReactNode } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import { hasReceipt, isFinal, type Screen } from '../session/screen-of.ts'
import type { ImageSize } from '#domain/image-size.ts'
import { useTranslate } from '../use-translate.ts'
import { WithoutScript } from '../without-script/without-script.tsx'
import { newDraft } from '../payment-form/draft.ts'
import { chosenTerms } from '../payment-form/installments-of.ts'
import { Chevron } from './chevron.tsx'
import { imagePath } from './image-path.ts'
import { MerchantLink } from './merchant-link.tsx'
import { hasOwnTotal } from './own-total.ts'
import { Picture } from './picture.tsx'
import { type Price, priceOf, type Terms } from '../../receipt/price.ts'
import { sumDetail, sumText } from '../../receipt/sum-text.ts'

interface OrderSummaryProps {
  reference: string
  checkout: PageCheckout
  screen: Screen
  /** The terms of the choice in the form. */
  chosen: Terms | null
  logoSize: ImageSize | undefined
  onBack: () => void
}

/** The order: merchant, total and lines. */
export const OrderSummary = memo(function OrderSummary({
  reference,
  checkout,
  screen,
  chosen,
  logoSize,
  onBack,
}: OrderSummaryProps) {
  const t = useTranslate()
  const isOpen = screen === 'open'
  const price = priceOf(checkout, isOpen ? chosen : paymentTerms(checkout, screen))
  // Without JavaScript the URL chooses the method, and with it the price.
  const hasPlain = isOpen && differsWithoutScript(checkout)
  const hasDetails = checkout.lines.length > 0 || price.sums.length > 0
  const standing = hasReceipt(screen) ? checkout.standing?.total : null
  const label = standing?.label ?? t(totalLabelOf(screen))
  const total = standing?.text ?? price.total.text
  const costs = <Costs checkout={checkout} price={price} />
  return (
    <section className="summary" aria-label={t('order.label')}>
      <MerchantLink
        name={checkout.merchant.name}
        logo={checkout.merchant.hasLogo ? imagePath(reference, 'logo') : null}
        logoSize={logoSize}
        // Final screens have their own back button.
        url={isFinal(screen) ? null : checkout.cancelUrl}
        onBack={onBack}
      />
      {!checkout.detailsWithheld && (
        <div className="totals" aria-live="polite" aria-atomic="true">
          <p className="label">{hasPlain ? <Scripted plain="label">{label}</Scripted> : label}</p>
          <p className="total">{hasPlain ? <Scripted plain="total">{total}</Scripted> : total}</p>
        </div>
      )}
      {checkout.description !== null && <p className="description">{checkout.description}</p>}
      {hasDetails && (
        <details className="order">
          <summary>
            <span>{t('order.see')}</span>
            <Chevron />
          </summary>
          <Lines reference={reference} lines={checkout.lines} />
          {hasPlain ? <Scripted plain="costs">{costs}</Scripted> : costs}
        </details>
      )}
    </section>
  )
})

/**
 * Whether the price may differ without JavaScript. Depends on the session alone: the server knows no choice, and
 * hydration expects the same elements.
 */
function differsWithoutScript(checkout: PageCheckout): boolean {
  const terms = chosenTerms(checkout, newDraft(checkout))
  return checkout.methodDiscounts !== undefined || (terms !== null && terms.adjustments.length > 0)
}

function totalLabelOf(screen: Screen) {
  if (hasReceipt(screen)) return 'order.paid'
  // These screens say not to pay again.
  if (screen === 'checking' || screen === 'processing') return 'receipt.amount'
  return isFinal(screen) ? 'order.total' : 'order.to-pay'
}

/** The terms of the payment that a screen shows; `null` for an ended session, whose screen shows the order alone. */
function paymentTerms({ payment }: PageCheckout, screen: Screen): Terms | null {
  if (payment === null || (isFinal(screen) && !hasReceipt(screen))) return null
  return { total: payment.amount, adjustments: payment.adjustments }
}

/** Content that depends on the form's choice; without JavaScript, the part `plain` of the page is shown instead. */
function Scripted({
  plain,
  children,
}: {
  plain: 'label' | 'total' | 'costs'
  children: ReactNode
}) {
  const Tag = plain === 'costs' ? 'div' : 'span'
  return (
    <>
      <Tag className="scripted">{children}</Tag>
      <WithoutScript part={plain} />
    </>
  )
}

function Lines({ reference, lines }: { reference: string } & Pick<PageCheckout, 'lines'>) {
  if (lines.length === 0) return null
  return (
    <ul className="lines">
      {lines.map(({ name, description, hasImage, units, total }, index) => (
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
                  <span>{' · '}</span>
                </>
              )}
              <bdi>{units}</bdi>
            </small>
          </span>
          <span className="money">{total.text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The rows that add up to the total, and the total; nothing where the total would stand alone below a few lines. */
export function Costs({
  checkout,
  price: { sums, total },
}: {
  checkout: Pick<PageCheckout, 'lines'>
  price: Price
}) {
  const t = useTranslate()
  if (!hasOwnTotal(checkout, sums)) return null
  return (
    <>
      <Sums sums={sums} />
      <dl className="sum final">
        <dt>{t('order.total')}</dt>
        <dd className="money">{total.text}</dd>
      </dl>
    </>
  )
}

function Sums({ sums }: Pick<Price, 'sums'>) {
  const t = useTranslate()
  if (sums.length === 0) return null
  return (
    <dl className="sums">
      {sums.map((sum, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div className="sum" key={index}>
          <dt>
            <span>{t(`order.${sum.kind}`)}</span>
            <Detail text={sumDetail(sum, t)} />
          </dt>
          <dd className="money">{sumText(sum, t)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Detail({ text }: { text: string | null }) {
  return (
    text !== null && (
      <small>
        <bdi>{text}</bdi>
      </small>
    )
  )
}
