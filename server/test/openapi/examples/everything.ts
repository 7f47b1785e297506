// Every scenario of examples, in an order in which each finds what it needs.
import { accountSafety, accounts, operators, projects } from './accounts.ts'
import { billing } from './billing.ts'
import { domains } from './domains.ts'
import { advisor, consoleItems, cron, failedJobs, integrations, webhooks } from './events.ts'
import { functions } from './functions.ts'
import { payments } from './payments.ts'
import * as rows from './rows.ts'
import * as schema from './schema.ts'
import { singleSignOn } from './single-sign-on.ts'
import type { ExampleStage } from './stage.ts'
import { storage } from './storage.ts'
import { triggers } from './triggers.ts'
import * as users from './users.ts'
import { secrets, variables } from './variables.ts'

/** callEverything calls every operation that has an example. */
export async function callEverything(stage: ExampleStage): Promise<void> {
  await accounts(stage)
  await accountSafety(stage)
  await projects(stage)
  await operators(stage)
  const { booksID } = await schema.tables(stage)
  await schema.objects(stage)
  await schema.history(stage)
  await schema.policies(stage, booksID)
  await rows.data(stage)
  await rows.records(stage)
  await rows.queries(stage)
  await rows.live(stage)
  await users.settings(stage)
  const user = await users.signUp(stage)
  await users.users(stage, user)
  await users.factors(stage, user)
  await users.providers(stage)
  await singleSignOn(stage)
  await variables(stage)
  await secrets(stage)
  await functions(stage)
  await triggers(stage)
  await storage(stage)
  await webhooks(stage)
  await integrations(stage)
  await cron(stage)
  await failedJobs(stage)
  await domains(stage)
  await consoleItems(stage)
  await advisor(stage)
  await payments(stage)
  await billing(stage)
  await rows.observed(stage)
}
