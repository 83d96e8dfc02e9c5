import { AnnotationRemoveQuery, AnnotationsQuery } from "../annotation-query";
import {
  annotation,
  annotationHistory,
  annotationPatch,
  annotationPost,
  annotations,
  changedAnnotation,
  removedAnnotation,
} from "./annotation-examples";
import { jsonOf, jsonProblems, type Parameter, type Paths, toOperation } from "./operation";
import { describeQuery, parameters } from "./parameters";

const { run, contentEncoding } = parameters;

const annotationParameter: Parameter = {
  name: "annotation",
  in: "path",
  required: true,
  description: "The annotation's number, as lists give it.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};

const listQuery = describeQuery(AnnotationsQuery, {
  removed: "true: those that were removed, the last first, instead of those that hold.",
});

const removalQuery = describeQuery(AnnotationRemoveQuery, {
  version: "The version that was looked at. Removing another one is refused.",
  by: "Who removes it.",
});

/** What people say of a run on its charts, and the history of it. */
export function describeAnnotationPaths(): Paths {
  return {
    "/api/v1/runs/{run}/annotations": {
      get: toOperation({
        id: "getAnnotations",
        tag: "reading",
        summary: "A run's annotations",
        parameters: [run, ...listQuery],
        answer: { description: "The annotations.", content: jsonOf("Annotations", annotations) },
        problems: ["not_found"],
      }),
      post: toOperation({
        id: "postAnnotation",
        tag: "describing",
        summary: "Annotate a step, a range of steps or a moment",
        parameters: [run, contentEncoding],
        body: { required: true, content: jsonOf("AnnotationPost", annotationPost) },
        answer: { description: "The annotation.", content: jsonOf("Annotation", annotation) },
        problems: [...jsonProblems, "conflict"],
      }),
    },
    "/api/v1/runs/{run}/annotations/{annotation}": {
      get: toOperation({
        id: "getAnnotation",
        tag: "reading",
        summary: "An annotation and its history",
        description: "Removed ones too.",
        parameters: [run, annotationParameter],
        answer: {
          description: "As it is, and everything it ever said.",
          content: jsonOf("AnnotationHistory", annotationHistory),
        },
        problems: ["not_found"],
      }),
      patch: toOperation({
        id: "patchAnnotation",
        tag: "describing",
        summary: "Change an annotation, or bring it back",
        description: "What is left out stays, null unsets. Of two who change the same version, one wins.",
        parameters: [run, annotationParameter, contentEncoding],
        body: { required: true, content: jsonOf("AnnotationPatch", annotationPatch) },
        answer: { description: "The annotation as it now is.", content: jsonOf("Annotation", changedAnnotation) },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
      delete: toOperation({
        id: "deleteAnnotation",
        tag: "describing",
        summary: "Remove an annotation",
        description: "It stands on no chart any more. Its history stays, and it can be brought back.",
        parameters: [run, annotationParameter, ...removalQuery],
        answer: { description: "The annotation, removed.", content: jsonOf("Annotation", removedAnnotation) },
        problems: ["not_found", "conflict"],
      }),
    },
  };
}
