// What the scenarios of examples share: a server, a project with an identity provider, and who calls.
import { parse } from 'yaml'
import { type Stage, setStage } from '#modules/auth/providers/provider-signin.fixture.ts'
import { startDns, type TestDns } from '#test/dns-server.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { createRecorder, type Recorder } from './recorder.ts'

/** ExampleStage is what a scenario works with. */
export interface ExampleStage extends Recorder {
  readonly app: TestApp
  /** dns is where the server asks about domains. */
  readonly dns: TestDns
  readonly stage: Stage
  /** below is the path of the project. */
  readonly below: string
  readonly dashboard: { readonly token: string }
  readonly secret: { readonly key: string }
  readonly publishable: { readonly key: string }
}

/** openStage starts the server. */
export async function openStage(): Promise<ExampleStage & { readonly document: any }> {
  const dns = await startDns()
  const app = await startTestApp({
    internalNetworks: ['127.0.0.1/32'],
    projectGraceDays: 7,
    dnsServers: [dns.address],
  })
  const document = parse((await app.api('GET', '//openapi.yaml')).text)
  const stage = await setStage(app)
  const { id, token, secret, publishable } = stage.project
  return {
    ...createRecorder(app, Object.keys(document.paths)),
    app,
    dns,
    stage,
    document,
    below: `/projects/${id}`,
    dashboard: { token },
    secret: { key: secret },
    publishable: { key: publishable },
  }
}
