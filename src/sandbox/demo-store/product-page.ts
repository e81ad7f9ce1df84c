import { html } from 'hono/html'
import type { Product } from './catalog.ts'
import { type Html, layout, price, STORE_NAME } from './layout.ts'
import { QUANTITY_MAX } from './place-order.ts'
import type { ProcessorTestCard } from '../test-cards/processor-test-card.ts'

/** The simulator's. */
export const SIMULATOR_CARDS: readonly ProcessorTestCard[] = [
  { number: '4242 4242 4242 4242', leadsTo: 'paid' },
  { number: '4000 0000 0000 0002', leadsTo: 'declined' },
]

export function productPage(product: Product, cards: readonly ProcessorTestCard[]): Html {
  const quantities = Array.from({ length: QUANTITY_MAX }, (_, index) => index + 1)
  return layout({
    title: `${product.name} · ${STORE_NAME}`,
    body: html`<article class="product">
      <div class="picture">
        <img
          src="/assets/${product.slug}.svg"
          alt="${product.name} on a clothesline"
          width="320"
          height="320"
        />
      </div>
      <div>
        <h1>${product.name}</h1>
        <p class="cost">${price(product.unitAmountMinor)}</p>
        <p class="lead">${product.summary}</p>
        <ul class="details">
          ${product.details.map((detail) => html`<li>${detail}</li>`)}
        </ul>
        <form method="post" action="/orders">
          <input type="hidden" name="product" value="${product.slug}" />
          <fieldset>
            <legend>Choose one</legend>
            <div class="choices">
              ${product.variants.map(
                (variant, index) =>
                  html`<label
                    ><input
                      type="radio"
                      name="variant"
                      value="${variant}"
                      ${index === 0 ? ' checked' : ''}
                    /><span>${variant}</span></label
                  >`,
              )}
            </div>
          </fieldset>
          <label class="quantity"
            ><span class="label">Quantity</span>
            <select name="quantity">
              ${quantities.map((quantity) => html`<option>${quantity}</option>`)}
            </select></label
          >
          <button class="button wide">Buy</button>
        </form>
        <aside class="try">
          <h2>To try it out</h2>
          <ul>
            <li>
              Card ${cardThat('paid', cards)} pays, ${cardThat('declined', cards)} is declined; any
              date ahead, any code.
            </li>
            <li>
              Pix and boleto with the e-mail <code>succeed_immediately@example.com</code> are paid
              at once.
            </li>
          </ul>
        </aside>
      </div>
    </article>`,
  })
}

function cardThat(
  leadsTo: ProcessorTestCard['leadsTo'],
  cards: readonly ProcessorTestCard[],
): Html | undefined {
  const card = cards.find((one) => one.leadsTo === leadsTo)
  const name = card?.holderName && html` with the name <code>${card.holderName}</code>`
  return card && html`<code>${card.number}</code>${name}`
}
