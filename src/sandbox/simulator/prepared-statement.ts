import type { ClientBase, QueryConfig } from 'pg'

export type Queryable = Pick<ClientBase, 'query'>

/** A statement that each connection prepares once. The prefix keeps its name apart from those of others in the pool. */
export function preparedStatement(name: string, text: string) {
  return (values: readonly unknown[]): QueryConfig<unknown[]> => ({
    name: `simulator_${name}`,
    text,
    values: [...values],
  })
}
