import { isKeyword, pythonModels, quoted, snakeOf } from './python-of-schema.ts'
import {
  bodyKindOf,
  bodyOf,
  type Described,
  describedIn,
  type OpenApi,
  paramsOf,
  pascal,
  repetitionOf,
  successes,
} from './sdk-types.ts'
import type { JsonSchema } from './typescript-of-schema.ts'

const GENERATED = '"""Made by tools/python-models.ts from openapi.json."""'

/** Names that a method has for itself; the parameters of the API must not have them. */
const TAKEN = ['self', 'body', 'headers', 'idempotency_key', 'on_progress']

type Models = ReturnType<typeof pythonModels>
type Parameter = { name: string; wireName: string; type: string; isInPath: boolean; isRequired: boolean }

/** What the Python SDK knows of the API, as the texts of its generated files by name. */
export function pythonFiles(document: OpenApi, codes: readonly string[]): Record<string, string> {
  const described = describedIn(document)
  const models = pythonModels(document.components.schemas)
  const methods = described.map((operation) => methodOf(operation, models))
  return {
    '__init__.py': `${GENERATED}\n`,
    'models.py': modelsFile(models, codes),
    'operations.py': operationsFile(document.info.version, described),
    'api.py': apiFile(methods),
  }
}

function modelsFile(models: Models, codes: readonly string[]): string {
  return `${GENERATED}

from __future__ import annotations

from typing import Any, Literal, TypedDict

from typing_extensions import NotRequired

from ..files import FileInput

# Every code that a problem can have.
ProblemCode = Literal[\n${codes.map((code) => `    ${quoted(code)},`).join('\n')}\n]

${models.definitions()}`
}

function operationsFile(version: string, described: readonly Described[]): string {
  const lines = described.map((operation) => {
    const traits = [
      quoted(operation.method),
      quoted(operation.path),
      ...(repetitionOf(operation) === 'safe' ? [] : [`repeat=${quoted(repetitionOf(operation))}`]),
      ...(bodyKindOf(operation) ? [`sends=${quoted(bodyKindOf(operation) ?? '')}`] : []),
      ...(successes(operation).some(([status]) => status.startsWith('3')) ? ['redirects=True'] : []),
    ]
    return `    ${quoted(snakeOf(operation.operationId))}: Operation(${traits.join(', ')}),`
  })
  return `${GENERATED}

from __future__ import annotations

from ..operation import Operation

# The version of the API that the models were made from.
API_VERSION = ${quoted(version)}

OPERATIONS: dict[str, Operation] = {\n${lines.join('\n')}\n}\n`
}

function apiFile(methods: readonly string[]): string {
  return `${GENERATED}

# What an operation answers is what its schema says.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from .operations import OPERATIONS

if TYPE_CHECKING:
    from ..download import Download
    from ..files import FileInput
    from ..progress import OnProgress
    from ..send import Connection
    from . import models


class Api:
    """Every operation of the API, under its own name."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _call(
        self,
        name: str,
        params: Mapping[str, object],
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Any:
        return self._connection.call(
            OPERATIONS[name], params, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress
        )

${methods.join('\n\n')}\n`
}

function methodOf(operation: Described, models: Models): string {
  const { operationId, summary, requestBody } = operation
  const params = parametersOf(operation, models)
  const schema = bodyOf(operation)
  const bodyType = schema && inModels(models.typeOf(schema, `${pascal(operationId)}Body`))
  const isBodyRequired = requestBody?.required ?? false
  const needed = params.filter(({ isInPath }) => isInPath)
  const others = params.filter(({ isInPath }) => !isInPath)
  const signature = [
    'self',
    ...needed.map(({ name, type }) => `${name}: ${type}`),
    ...(bodyType ? [isBodyRequired ? `body: ${bodyType}` : `body: ${bodyType} | None = None`] : []),
    '*',
    ...others.map(({ name, type, isRequired }) => `${name}: ${type}${isRequired ? '' : ' | None = None'}`),
    'headers: Mapping[str, str] | None = None',
    ...(repetitionOf(operation) === 'keyed' ? ['idempotency_key: str | None = None'] : []),
    ...(sendsFile(operation) ? ['on_progress: OnProgress | None = None'] : []),
  ]
  const given = [
    quoted(snakeOf(operationId)),
    `{${params.map(({ name, wireName }) => `${quoted(wireName)}: ${name}`).join(', ')}}`,
    ...(bodyType ? ['body'] : []),
    'headers=headers',
    ...(repetitionOf(operation) === 'keyed' ? ['idempotency_key=idempotency_key'] : []),
    ...(sendsFile(operation) ? ['on_progress=on_progress'] : []),
  ]
  return [
    `    def ${snakeOf(operationId)}(`,
    ...signature.map((each) => `        ${each},`),
    `    ) -> ${answerOf(operation, models)}:`,
    `        """${docstring(summary)}."""`,
    `        return self._call(${given.join(', ')})`,
  ].join('\n')
}

const docstring = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', "'").replace(/\.$/, '')

const sendsFile = (operation: Described) => ['form', 'bytes'].includes(bodyKindOf(operation) ?? '')

function parametersOf(operation: Described, models: Models): Parameter[] {
  const { properties = {}, required = [] } = paramsOf(operation)
  return Object.entries(properties).map(([wireName, schema]) => {
    if (TAKEN.includes(wireName)) throw new Error(`${operation.operationId}: '${wireName}' needs another name`)
    return {
      name: isKeyword(wireName) ? `${wireName}_` : wireName,
      wireName,
      type: parameterType(schema, models, operation.operationId),
      isInPath: operation.path.includes(`{${wireName}}`),
      isRequired: required.includes(wireName) && schema.default === undefined,
    }
  })
}

/** Whatever says null by being left out says it so in Python, too. */
function parameterType(schema: JsonSchema, models: Models, name: string): string {
  return inModels(models.typeOf(schema, `${pascal(name)}Parameter`)).replace(/ \| None$/, '')
}

/** Parsed JSON, nothing, or a download where it is a file, a page, a stream or a redirect. */
function answerOf(operation: Described, models: Models): string {
  const types = successes(operation).map(([status, { content = {} }]) => {
    const schema = content['application/json']?.schema
    if (schema) return inModels(models.typeOf(schema, `${pascal(operation.operationId)}Answer`))
    return status === '204' ? 'None' : 'Download'
  })
  return [...new Set(types)].join(' | ')
}

/** A name of the models, where it stands outside of them; what stands in quotes is no name. */
const inModels = (type: string) =>
  type.replace(/"[^"]*"|\b(?!None\b|Any\b|Literal\b|FileInput\b)[A-Z]\w*/g, (word) =>
    word.startsWith('"') ? word : `models.${word}`,
  )
