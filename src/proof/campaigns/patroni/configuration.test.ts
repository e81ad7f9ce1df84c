import { expect, it } from 'vitest'
import { etcdEnvironment, haproxyConfig, MACHINES, patroniConfig } from './configuration.ts'

const SETTINGS = {
  prefix: '198.18.7',
  binaries: '/usr/lib/postgresql/17/bin',
  superuserPassword: 'word',
  isSynchronous: true,
  isStrict: false,
}

it.each(MACHINES.map((name, index) => [name, `198.18.7.${11 + index}`] as const))(
  "S-151: the operators' files are filled in for %s, whose REST interface asks for a password",
  (name, address) => {
    const patroni = patroniConfig(name, `/scratch/${name}`, SETTINGS)
    expect(patroni).toContain(`name: ${name}\n`)
    expect(patroni).toContain(`listen: ${address}:8008`)
    expect(patroni).toContain(`listen: ${address}:5432`)
    expect(patroni).toContain('etcd:\n  hosts: 198.18.7.11:2379,198.18.7.12:2379,198.18.7.13:2379')
    expect(patroni).toContain('synchronous_mode: true')
    expect(patroni).toContain('authentication: { username: patroni, password: "word" }')
    expect(etcdEnvironment(name, `/scratch/${name}`, SETTINGS)).toMatchObject({
      ETCD_NAME: name,
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_CLUSTER:
        'db1=http://198.18.7.11:2380,db2=http://198.18.7.12:2380,db3=http://198.18.7.13:2380',
    })
    // An address or path of the original file that is left would belong to another machine.
    expect(patroni).not.toMatch(/10\.0\.0\.|\/var\/|<|\/etc\/patroni\/server/)
  },
)

it('HAProxy asks Patroni of each machine, at a port of its own', () => {
  const text = haproxyConfig(5999, { prefix: '198.18.7' })
  expect(text).toContain('bind 127.0.0.1:5999')
  expect(text.match(/server db\d 198\.18\.7\.1[123]:5432 .*check port 8008/g)).toHaveLength(3)
  expect(text).not.toContain('10.0.0.')
})
