import { html } from 'hono/html'
import { type Html, layout, STORE_NAME } from './layout.ts'

export function notFoundPage(): Html {
  return messagePage(
    'Not on the line',
    'This page does not exist. Orders are forgotten when the demonstration stops.',
  )
}

export function refusedPage(): Html {
  return messagePage('That did not work', 'Please choose again what you would like to buy.')
}

export function unreachablePage(): Html {
  return messagePage(
    'The payment page does not answer',
    'Nothing was charged. Please try again in a moment.',
  )
}

function messagePage(heading: string, text: string): Html {
  return layout({
    title: `${heading} · ${STORE_NAME}`,
    body: html`<article class="order">
      <h1>${heading}</h1>
      <p class="lead">${text}</p>
      <a class="button wide" href="/">Back to the shop</a>
    </article>`,
  })
}
