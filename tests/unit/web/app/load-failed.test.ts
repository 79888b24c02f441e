import type { ApiFailure } from '@handsfree/core/lib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { LoadFailed } from '../../../../web/parts/reading/LoadFailed.tsx'

const show = (problem: ApiFailure) =>
  renderToStaticMarkup(
    createElement(
      IntlProvider,
      { locale: 'en-US', messages: en },
      createElement(LoadFailed, { problem, onReload: () => {} }),
    ),
  )

test('offers a reload after a network failure, but not for a resource that is gone', () => {
  expect(show({ kind: 'network' })).toContain(en['common.reload'])
  const gone = show({ kind: 'refused', code: 3004, message: '', details: null })
  expect(gone).toContain(en['error.3004'])
  expect(gone).not.toMatch(new RegExp(`<button|${en['common.loadFailed']}`))
})
