import { html } from 'hono/html'
import type { ApiDocument } from './api-document.ts'
import { command } from './code-block.ts'
import type { Html } from './html.ts'
import { inline, markdown } from './markdown.ts'

export function introduction(
  { info, servers, components }: ApiDocument,
  { documentPath, packagePath }: { documentPath: string; packagePath: string | undefined },
): Html {
  const { name, description } = components.securitySchemes.ApiKey
  return html`<section class="chapter" id="introduction" aria-labelledby="introduction-title">
    <h1 id="introduction-title">${info.title}</h1>
    <div class="entry">
      <div class="text">${markdown(info.description)}</div>
      <div class="code">
        <dl class="facts">
          <div>
            <dt>Address</dt>
            <dd>${servers.map(({ url }) => html`<code>${url}</code>`)}</dd>
          </div>
          <div>
            <dt>Key</dt>
            <dd><code>${name}</code>: ${inline(description)}</dd>
          </div>
          <div>
            <dt>Document</dt>
            <dd><a href="${documentPath}">OpenAPI 3.1</a></dd>
          </div>
        </dl>
        ${
          packagePath === undefined
            ? command(
                'Pack the client, in a checkout of the project, then install it',
                'npm run pack',
              )
            : command('Install the client', `npm install ${servers[0]?.url ?? ''}${packagePath}`)
        }
      </div>
    </div>
  </section>`
}
