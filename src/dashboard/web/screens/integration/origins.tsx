import { useState } from 'react'
import type { Integration } from '#contract/dashboard/merchants.ts'
import { ActionDialog, ActionFormButton, type Opened } from '../../actions/action-dialog.tsx'
import { useExtent } from '../../actions/may.ts'
import { commandLine } from '../../parts/command-line.ts'
import { Command } from '../../parts/command.tsx'
import { Field } from '../../parts/field.tsx'
import { linesOf } from '../../parts/lines.ts'
import { useTranslate } from '../../words/use-language.ts'

/** The origins to which shoppers may be sent back. */
export function Origins({ integration }: { integration: Integration }) {
  const t = useTranslate()
  const { merchantId, returnOrigins } = integration
  const mayChange = useExtent('callback:write', merchantId) !== undefined
  return (
    <section aria-labelledby="origins">
      <div className="screen-head">
        <h2 id="origins">{t('new.origins')}</h2>
        {mayChange && <Change integration={integration} />}
      </div>
      {returnOrigins.length === 0 ? (
        <p className="hint">{t('integration.no-origins')}</p>
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
  const t = useTranslate()
  return (
    <ActionFormButton dashboardAction="origins.change" label={t('integration.change-origins')}>
      {(opened) => <ChangeDialog integration={integration} opened={opened} />}
    </ActionFormButton>
  )
}

function ChangeDialog({
  integration: { merchantId, name, returnOrigins },
  opened,
}: {
  integration: Integration
  opened: Opened<'origins.change'>
}) {
  const t = useTranslate()
  const [before] = useState(returnOrigins)
  const [typed, setTyped] = useState(before.join('\n'))
  const origins = linesOf(typed)
  return (
    <ActionDialog<'origins.change'>
      {...opened}
      input={{ merchantId, returnOrigins: origins }}
      title={t('integration.origins-title', { name })}
      verb={t('settings.save')}
    >
      <p>{t('integration.origins-text')}</p>
      <Field
        label={t('new.origins')}
        hint={before.length > 0 && t('change.before', { text: before.join(', ') })}
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
    </ActionDialog>
  )
}
