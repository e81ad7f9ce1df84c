import { html } from 'hono/html'
import { CATALOG, HERO, type Product } from './catalog.ts'
import { type Html, layout, price, STORE_NAME } from './layout.ts'

export function shelfPage(): Html {
  return layout({
    title: `${STORE_NAME}: clothes that dry in the sun`,
    body: html`<section class="hero">
        <div>
          <h1>Good things, hung out to dry</h1>
          <p class="lead">
            Four things that we wear, carry and drink from ourselves, made to be washed a thousand
            times.
          </p>
        </div>
        <div class="picture">
          <img
            src="/assets/${HERO.slug}.svg"
            alt="A linen shirt on a clothesline"
            width="320"
            height="320"
          />
        </div>
      </section>
      <ul class="shelf">
        ${CATALOG.map(card)}
      </ul>`,
  })
}

function card(product: Product): Html {
  return html`<li class="card">
    <div class="picture">
      <img src="/assets/${product.slug}.svg" alt="" width="320" height="320" />
    </div>
    <h2><a href="/products/${product.slug}">${product.name}</a></h2>
    <p class="about">${product.summary}</p>
    <form method="post" action="/orders">
      <input type="hidden" name="product" value="${product.slug}" />
      ${price(product.unitAmountMinor)}
      <button class="button" aria-label="Buy ${product.name}">Buy</button>
    </form>
  </li>`
}
