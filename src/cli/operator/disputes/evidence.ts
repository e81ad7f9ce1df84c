import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { DisputeId } from '#contract/ids.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { recordPersonReads } from '#server/service/audit/operator-context.ts'
import { readEvidence } from '#server/service/disputes/read-evidence.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { EXAMPLE_ID, knownDispute } from './known-dispute.ts'

/** It may hold a person's data. */
const OWNER_ONLY = 0o600

interface EvidenceOptions {
  out?: string
  showPersons?: true
  json?: boolean
}

export function addEvidence(disputes: Command): void {
  disputes
    .command('evidence')
    .summary('write what a dispute is answered with')
    .description(
      "Writes a payment's story as a PDF, with which its dispute is answered in the portal of the processor; --json prints it in place of that.",
    )
    .argument('<disputeId>', 'as "disputes list" shows it', as(DisputeId))
    .option('--out <file>', 'the PDF to write, which must not exist yet')
    .option('--show-persons', 'with the customer, which is recorded')
    .addHelpText(
      'after',
      examples(
        `disputes evidence ${EXAMPLE_ID} --out evidence.pdf`,
        `disputes evidence ${EXAMPLE_ID} --out evidence.pdf --show-persons`,
        `disputes evidence ${EXAMPLE_ID} --json`,
      ),
    )
    .action(async (id: string, options: EvidenceOptions, command: Command) => {
      const { json } = command.optsWithGlobals<EvidenceOptions>()
      if ((json === true) === (options.out !== undefined))
        command.error('error: name the PDF with --out, or ask for --json')
      const evidence = await asOperator(command, (operator) => evidenceFor(operator, id, options))
      const { out } = options
      if (out !== undefined) {
        // Most commands need no PDF.
        const { evidencePdf } = await import('#page/evidence-pdf/evidence-pdf.ts')
        write(out, await evidencePdf(evidence))
        printNotice(terminalOf(command), `Wrote ${out}.`)
      } else answer(command, evidence, () => undefined)
    })
}

async function evidenceFor(operator: Operator, id: string, { showPersons }: EvidenceOptions) {
  const { environment } = operator.config
  const asked = { id, merchantId: null, withPerson: showPersons === true }
  const evidence = knownDispute(id, await readEvidence({ ...operator, environment }, asked))
  const { customer, dispute } = evidence
  const { merchantId, sessionId: subject } = dispute
  const fields = Object.keys(customer ?? {})
  await recordPersonReads(
    operator,
    'evidence, shown',
    customer === null ? [] : [{ merchantId, subject, fields }],
  )
  return evidence
}

function write(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { flag: 'wx', mode: OWNER_ONLY })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(`${path} was not written: ${why}`)
  }
}
