// Applies recorded changes of views, functions and triggers to another project.
import { z } from 'zod'
import { type Applier, applier } from '#modules/database/schema/sync/apply-change.service.ts'
import { functionCreate, functionReplace } from './functions/functions.schema.ts'
import { createFunction, removeFunction, replaceFunction } from './functions/functions.service.ts'
import { triggerCreate, triggerReplace } from './triggers/triggers.schema.ts'
import { createTrigger, removeTrigger, replaceTrigger } from './triggers/triggers.service.ts'
import { viewCreate, viewReplace } from './views/views.schema.ts'
import { createView, removeView, replaceView } from './views/views.service.ts'

const name = z.string()
const cascade = z.boolean()

/** OBJECT_CHANGES maps each kind of recorded change to the function that applies it. */
export const OBJECT_CHANGES: Readonly<Record<string, Applier>> = {
  'view.create': applier({ input: viewCreate }, (platform, scope, { input }) =>
    createView(platform, scope, input),
  ),
  'view.replace': applier({ view: name, input: viewReplace, cascade }, (platform, scope, operation) =>
    replaceView(platform, scope, operation.view, operation.input, operation.cascade),
  ),
  'view.remove': applier({ view: name, cascade }, (platform, scope, operation) =>
    removeView(platform, scope, operation.view, operation.cascade),
  ),
  'function.create': applier({ input: functionCreate }, (platform, scope, { input }) =>
    createFunction(platform, scope, input),
  ),
  'function.replace': applier(
    { function: name, input: functionReplace, cascade },
    (platform, scope, operation) =>
      replaceFunction(platform, scope, operation.function, operation.input, operation.cascade),
  ),
  'function.remove': applier({ function: name, cascade }, (platform, scope, operation) =>
    removeFunction(platform, scope, operation.function, operation.cascade),
  ),
  'trigger.create': applier({ input: triggerCreate }, (platform, scope, { input }) =>
    createTrigger(platform, scope, input),
  ),
  'trigger.replace': applier({ trigger: name, input: triggerReplace }, (platform, scope, operation) =>
    replaceTrigger(platform, scope, operation.trigger, operation.input),
  ),
  'trigger.remove': applier({ trigger: name }, (platform, scope, { trigger }) =>
    removeTrigger(platform, scope, trigger),
  ),
}
