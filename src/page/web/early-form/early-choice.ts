import type { PageCheckout } from '#contract/page.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { Translate } from '#words/words.ts'
import { type Price, priceOf } from '../../receipt/price.ts'
import { sumDetail, sumText } from '../../receipt/sum-text.ts'
import { BUTTONS } from '../methods/buttons.ts'
import { METHOD_NAME } from '../payment-form/controls.ts'
import { type Draft, newDraft } from '../payment-form/draft.ts'
import { chosenTerms } from '../payment-form/installments-of.ts'
import { hasOwnTotal } from '../layout/own-total.ts'

/**
 * Shows the price of the chosen method and plan in the server-rendered page, with the markup that React renders for
 * it. Returns a function that stops this and returns the choice whose price is shown, or undefined where nothing was
 * chosen.
 */
export function followChoice(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  checkout: PageCheckout,
  getTranslate: () => Translate,
): () => Draft | undefined {
  const first = newDraft(checkout)
  let shown = first
  let isFrozen = false

  function follow(): void {
    const { method, values } = chosenIn(form, checkout, shown)
    const isSame = method === shown.method && values.installments === shown.values.installments
    const price = priceOf(checkout, chosenTerms(checkout, { method, values }))
    const order = document.querySelector('.order')
    // A choice that adds or removes the order's details element is left to hydration.
    const hasDetails = checkout.lines.length + price.sums.length > 0
    if (isFrozen || isSame || hasDetails !== (order !== null)) return
    shown = { method, values }
    const t = getTranslate()
    const amount = price.total.text
    button.textContent = t(BUTTONS[method], { amount })
    const promise = form.querySelector<HTMLElement>('.either')
    if (promise !== null) promise.hidden = !METHODS[method].needsSealedCard
    const total = scripted(document.querySelector('.total'))
    if (total !== null) total.textContent = amount
    const place = scripted(order)
    for (const old of place?.querySelectorAll(':scope > dl') ?? []) old.remove()
    place?.append(...costs(checkout, price, t))
    showPlan(form)
  }

  // `detail` is the count of a pointer's clicks, and 0 for the clicks that arrow keys cause.
  form.addEventListener('click', ({ target, detail }) => {
    const list = target instanceof Element && target.closest('.plan')?.closest('details')
    if (list && detail > 0 && !isFrozen) list.open = false
  })
  form.addEventListener('change', follow)
  follow()
  return () => {
    isFrozen = true
    return shown === first ? undefined : shown
  }
}

/** Shows the chosen plan as `installments.tsx` renders it: like its row in the list, without the radio button. */
function showPlan(form: HTMLFormElement): void {
  const [, ...content] = form.querySelector('.plan :checked')?.parentNode?.childNodes ?? []
  const copies = content.map((node) => node.cloneNode(true))
  form.querySelector('.plans .box')?.replaceChildren(...copies)
}

/** The child of `place` for browsers with JavaScript; `place` itself where it has no such child. */
function scripted(place: Element | null): Element | null {
  return place?.querySelector(':scope > .scripted') ?? place
}

function chosenIn(
  form: HTMLFormElement,
  { methods }: PageCheckout,
  { method, values }: Draft,
): Draft {
  const chosen = new FormData(form)
  const installments = chosen.get('installments')
  return {
    method: methods.find((offered) => offered === chosen.get(METHOD_NAME)) ?? method,
    values: typeof installments === 'string' ? { ...values, installments } : values,
  }
}

/** The costs as `order-summary.tsx` renders them. */
function costs(checkout: PageCheckout, { sums, total }: Price, t: Translate): HTMLElement[] {
  if (!hasOwnTotal(checkout, sums)) return []
  const rows = sums.map((sum) => {
    const detail = sumDetail(sum, t)
    const name = node('dt', '', node('span', '', t(`order.${sum.kind}`)))
    if (detail !== null) name.append(node('small', '', node('bdi', '', detail)))
    return node('div', 'sum', name, node('dd', 'money', sumText(sum, t)))
  })
  const final = [node('dt', '', t('order.total')), node('dd', 'money', total.text)]
  return [
    ...(rows.length > 0 ? [node('dl', 'sums', ...rows)] : []),
    node('dl', 'sum final', ...final),
  ]
}

function node(tag: string, className: string, ...content: (HTMLElement | string)[]): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  element.append(...content)
  return element
}
