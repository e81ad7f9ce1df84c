const NAME_LENGTH_MAX = 40

export interface ExportedFile {
  environment: string
  list: string
  merchantName: string
  from: string
  to: string
  timeZone: string
  format: 'csv' | 'excel' | 'jsonl'
}

/** A name such as `sandbox-payments-norte-livros-2026-10-01--2026-10-31-America_Sao_Paulo.csv`: ASCII, and no path. */
export function exportFileName(file: ExportedFile): string {
  const { environment, list, from, to, timeZone, format } = file
  const merchant = plainName(file.merchantName)
  const zone = timeZone.replaceAll('/', '_').replaceAll(/[^A-Za-z0-9_+-]/g, '')
  const days = `${from}--${to}`
  const parts = [environment, list, ...(merchant === '' ? [] : [merchant]), days, zone]
  return `${parts.join('-')}.${format === 'jsonl' ? 'jsonl' : 'csv'}`
}

/** Lower case without accents, words with hyphens between; empty for a name without Latin letters or digits. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH_MAX)
    .replaceAll(/^-|-$/g, '')
}
