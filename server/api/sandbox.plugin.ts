import { locales, PaymentMethod } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import { sandboxSessions } from '../domain/payments/sandbox/sandbox.table.ts'
import { paymentChoices, payWithCard, runSandboxBank } from '../domain/payments/sandbox/sandbox-bank.ts'
import { sandboxPage, unknownPage } from '../domain/payments/sandbox/sandbox-page.ts'
import { sandboxPolicy } from '../domain/payments/sandbox/sandbox-style.ts'
import { localeOf } from '../runtime/http/caller.ts'
import { describeError } from '../runtime/http/describe-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'

const Params = v.object({ sessionId: v.pipe(v.string(), v.regex(/^\w{1,64}$/)) })
const Query = v.object({
  lang: v.fallback(v.optional(v.picklist(locales)), undefined),
  methods: v.fallback(
    v.optional(
      v.pipe(
        v.string(),
        v.transform((list) => list.split(',')),
        v.array(PaymentMethod),
      ),
    ),
    undefined,
  ),
})

const sendPage = (reply: FastifyReply, html: string, status = 200) =>
  reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': sandboxPolicy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(html)

/** The sandbox provider's page: plain HTML without scripts. */
export const sandboxPlugin: DomainPlugin = async (app, services) => {
  if (!services.settings.demo) return
  const { paymentMethods } = services.settings
  const choices = paymentChoices(paymentMethods)
  const Form = v.object({ card: v.picklist(choices) })
  const findSession = async (params: unknown) => {
    const parsed = v.safeParse(Params, params)
    if (!parsed.success) return null
    const { sessionId } = parsed.output
    const [session] = await services.db
      .select()
      .from(sandboxSessions)
      .where(eq(sandboxSessions.sessionId, sessionId))
    return session ?? null
  }

  await app.register(async (pages) => {
    pages.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )

    pages.get('/sandbox/pay/:sessionId', async (request, reply) => {
      const session = await findSession(request.params)
      const { lang, methods } = v.parse(Query, request.query)
      if (!session) return sendPage(reply, unknownPage(lang ?? localeOf(request)), 404)
      const offered = methods ? paymentMethods.filter((method) => methods.includes(method)) : paymentMethods
      return sendPage(reply, sandboxPage(session, lang ?? session.locale, paymentChoices(offered)))
    })

    pages.post('/sandbox/pay/:sessionId', async (request, reply) => {
      const session = await findSession(request.params)
      if (!session) return sendPage(reply, unknownPage(localeOf(request)), 404)
      const form = v.safeParse(Form, request.body)
      if (!form.success) return sendPage(reply, sandboxPage(session, session.locale, choices), 422)
      await payWithCard(services, session.sessionId, form.output.card)
      // The bank's job retries failures.
      await runSandboxBank(app, services).catch((error: unknown) =>
        request.log.error(describeError(error), 'sandbox bank'),
      )
      return reply.redirect(session.returnPath, 303)
    })
  })
}
