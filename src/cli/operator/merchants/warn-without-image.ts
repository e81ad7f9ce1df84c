import { createFetchImage, type ImageFailure } from '#server/outgoing/fetch-image.ts'
import { createResolveHost } from '#server/outgoing/resolve-host.ts'
import { loadConfigBeside } from '../../load-config.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'

const FAILURES = {
  timeout: 'there was no picture within 5 seconds',
  address_not_allowed: 'the name leads to an address that is not public',
  name_not_found: 'the name has no address',
  connection_refused: 'the connection was refused',
  connection_closed: 'the connection was closed',
  connection_failed: 'there was no connection',
  tls_failed: 'the certificate is not trusted',
  invalid_response: 'the answer is no HTTP',
  stopped: 'it was stopped',
  not_ok: 'the answer is not 200; redirects are not followed',
  not_an_image: 'it is no PNG, JPEG, WebP, GIF or AVIF',
  too_large: 'it is larger than 1 MiB',
} satisfies Record<ImageFailure, string>

/** Warns when an image cannot be fetched. The URL is kept: its server may be down for the moment. */
export async function warnWithoutImage(terminal: Terminal, url: string): Promise<void> {
  const { layout, allowLoopbackImages, storeUrl } = loadConfigBeside(terminal)
  const fetchImage = createFetchImage({
    layout,
    loopbackImages: allowLoopbackImages ? 'all' : { origin: storeUrl },
    lookup: createResolveHost(),
  })
  const fetched = await fetchImage(url)
  if (fetched.ok) return
  printNotice(
    terminal,
    `warning: the picture cannot be shown, ${FAILURES[fetched.failure]}: ${url}`,
  )
  printNotice(terminal, 'Until it can, shoppers see the initial of the name.')
}
