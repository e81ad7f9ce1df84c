import { useState } from 'react'
import type { Integration } from '#contract/dashboard/merchants.ts'
import { ActDialog, ActFormButton, type Opened } from '../../acts/act-dialog.tsx'
import { useExtent } from '../../acts/may.ts'
import { commandLine } from '../../parts/command-line.ts'
import { Command } from '../../parts/command.tsx'
import { Field } from '../../parts/field.tsx'
import { linesOf } from '../../parts/lines.ts'
import { useSay } from '../../words/use-language.ts'

/** The origins to which shoppers may be sent back. */
export function Origins({ integration }: { integration: Integration }) {
  const say = useSay()
  const { merchantId, returnOrigins } = integration
  const mayChange = useExtent('callback:write', merchantId) !== undefined
  return (
    <section aria-labelledby="origins">
      <div className="screen-head">
        <h2 id="origins">{say('new.origins')}</h2>
        {mayChange && <Change integration={integration} />}
      </div>
      {returnOrigins.length === 0 ? (
        <p className="hint">{say('integration.no-origins')}</p>
      ) : (
        <ul className="rows">
          {returnOrigins.map((origin) => (
            <li key={origin}>
              <code>{origin}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Change({ integration }: { integration: Integration }) {
  const say = useSay()
  return (
    <ActFormButton act="origins.change" label={say('integration.change-origins')}>
      {(opened) => <ChangeDialog integration={integration} opened={opened} />}
    </ActFormButton>
  )
}

function ChangeDialog({
  integration: { merchantId, name, returnOrigins },
  opened,
}: {
  integration: Integration
  opened: Opened<'origins.change'>
}) {
  const say = useSay()
  const [before] = useState(returnOrigins)
  const [typed, setTyped] = useState(before.join('\n'))
  const origins = linesOf(typed)
  return (
    <ActDialog<'origins.change'>
      {...opened}
      input={{ merchantId, returnOrigins: origins }}
      title={say('integration.origins-title', { name })}
      verb={say('settings.save')}
    >
      <p>{say('integration.origins-text')}</p>
      <Field
        label={say('new.origins')}
        hint={before.length > 0 && say('change.before', { text: before.join(', ') })}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={4}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      {origins.length > 0 && (
        <Command line={commandLine('merchants set', [merchantId], { 'return-origin': origins })} />
      )}
    </ActDialog>
  )
}
