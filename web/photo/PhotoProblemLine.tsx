import { type PhotoActor, type PhotoProblem, selectPhotoProblem } from '@handsfree/core/photo'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { type IntlShape, useIntl } from 'react-intl'
import { codeWords } from '../errors/words.ts'
import { FieldError } from '../ui/index.ts'

/** Why a photo is not with us, and what to do. */
function photoProblemWords(intl: IntlShape, problem: PhotoProblem, number: number): string {
  const reason =
    problem.code === 'refused'
      ? codeWords(intl, problem.errorCode)
      : intl.formatMessage({ id: `photoProblem.${problem.code}` }, policy)
  return intl.formatMessage({ id: 'photo.failed' }, { number, reason })
}

export function PhotoProblemLine({ photo, number }: { photo: PhotoActor; number: number }) {
  const intl = useIntl()
  const problem = useSelector(photo, selectPhotoProblem)
  return <FieldError>{problem ? photoProblemWords(intl, problem, number) : undefined}</FieldError>
}
