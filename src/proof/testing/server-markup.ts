import type { RenderedPage } from '#page/web/entry-server.tsx'

/** An element with the server's markup, and the card frame in its place, as the early script puts it there. */
export function serverMarkup({ html, cardFrame }: Pick<RenderedPage, 'html' | 'cardFrame'>) {
  const container = document.createElement('div')
  container.innerHTML = html
  container.querySelector('.card-frame')?.insertAdjacentHTML('afterbegin', cardFrame ?? '')
  return container
}
