/** Operations 16 and 17, and the client calls that run a quiz or a poll. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { err, ok } from "../../../../shared/result.ts";
import { present } from "../../engine/people.ts";
import { badRequest, PROBLEMS } from "../../engine/problems.ts";
import { PAGE, readPage } from "../../engine/sequences.ts";
import { type Poll, type Quiz, type Room, WIDGETS } from "../../engine/types.ts";
import * as widgets from "../../engine/widgets.ts";
import { BOTH, type Call, type Cloud, done, EDU, inRoom, inSpace, type Outcome, param, parseBody, routesOf, wholeNumber } from "../call.ts";

const Items = z.array(z.union([z.string().max(256), z.number()])).max(26);
const StartQuiz = z.looseObject({ items: Items.min(2), correctItems: Items.min(1) });
const Answer = z.looseObject({ selectedItems: Items.min(1) });
const CorrectItems = z.looseObject({ correctItems: Items.min(1) });
const StartPoll = z.looseObject({ mode: z.int().min(1).max(2), pollTitle: z.string().max(256).default(""), pollItems: Items.min(2) });
const Choice = z.looseObject({ selectIndex: z.array(z.int().nonnegative()).min(1).max(26) });

/** Up to 100 items per batch, which is also the default (specification §8). */
const countOf = (call: Call): number | null => {
  const asked = call.query["count"];
  if (!asked) return PAGE;
  const count = wholeNumber(asked);
  return count === null || count < 1 ? null : Math.min(count, PAGE);
};

/** The caller must be in the room, and be the user of the path where it names one. */
const byPerson = (answer: (call: Call, room: Room) => Outcome) =>
  inSpace((call, room) => {
    if (call.params["userUuid"] !== undefined && call.params["userUuid"] !== call.uid) return err(PROBLEMS.unauthorized);
    const user = present(room, call.uid);
    return user.ok ? answer(call, room) : user;
  });

const onQuiz = (answer: (call: Call, room: Room, quiz: Quiz) => Outcome) =>
  byPerson((call, room) => {
    const quiz = widgets.findQuiz(room, param(call, "id"));
    return quiz.ok ? answer(call, room, quiz.value) : quiz;
  });

const onPoll = (answer: (call: Call, room: Room, poll: Poll) => Outcome) =>
  byPerson((call, room) => {
    const poll = widgets.findPoll(room, param(call, "id"));
    return poll.ok ? answer(call, room, poll.value) : poll;
  });

const answersOf = (call: Call, quiz: Quiz): Outcome => {
  const count = countOf(call);
  const asked = call.query["nextId"];
  const first = !asked || asked === "null" ? 0 : wholeNumber(asked);
  if (count === null || first === null) return badRequest("nextId and count must be integers");
  const list = quiz.answers.slice(first, first + count);
  const next = first + count < quiz.answers.length ? String(first + count) : null;
  return ok(JSON.stringify({ total: quiz.answers.length, count: list.length, list, nextId: next }));
};

export const widgetRoutes = (app: FastifyInstance, cloud: Cloud): void => {
  const serve = routesOf(app, cloud);
  const path = "/v2/rooms/:roomUuid/widgets";

  for (const widget of WIDGETS) {
    serve(
      "GET",
      BOTH,
      `${path}/${widget}/sequences`,
      inRoom((call, room) => {
        const count = countOf(call);
        if (count === null) return badRequest("count must be a positive integer");
        return readPage(room, call.query["nextId"], (event) => event.widget === widget, count);
      }),
    );
  }

  const quizzes = `${path}/popupQuizs`;
  serve(
    "POST",
    EDU,
    `${quizzes}/start`,
    byPerson((call, room) => {
      const body = parseBody(call, StartQuiz);
      if (!body.ok) return body;
      const quiz = widgets.startQuiz(call.world, room, body.value.items, body.value.correctItems);
      return quiz.ok ? ok(JSON.stringify({ popupQuizId: quiz.value.popupQuizId })) : quiz;
    }),
  );
  serve(
    "POST",
    EDU,
    `${quizzes}/:id/stop`,
    onQuiz((call, room, quiz) => widgets.stopQuiz(call.world, room, quiz)),
  );
  serve(
    "PUT",
    EDU,
    `${quizzes}/:id/correctItems`,
    onQuiz((call, room, quiz) => {
      const body = parseBody(call, CorrectItems);
      if (!body.ok) return body;
      widgets.setCorrectItems(call.world, room, quiz, body.value.correctItems);
      return done;
    }),
  );
  serve(
    "GET",
    EDU,
    `${quizzes}/:id/users`,
    onQuiz((call, _room, quiz) => answersOf(call, quiz)),
  );
  serve(
    "PUT",
    EDU,
    `${quizzes}/:id/users/:userUuid`,
    onQuiz((call, room, quiz) => {
      const body = parseBody(call, Answer);
      const user = present(room, call.uid);
      if (!body.ok) return body;
      if (!user.ok) return user;
      if (!body.value.selectedItems.every((item) => quiz.items.includes(item)))
        return badRequest("selectedItems: not an item of this quiz");
      return widgets.answerQuiz(call.world, room, quiz, user.value, body.value.selectedItems);
    }),
  );

  const polls = `${path}/polls`;
  serve(
    "POST",
    EDU,
    `${polls}/start`,
    byPerson((call, room) => {
      const body = parseBody(call, StartPoll);
      if (!body.ok) return body;
      const { mode, pollTitle, pollItems } = body.value;
      const poll = widgets.startPoll(call.world, room, { mode, pollTitle, pollItems });
      return poll.ok ? ok(JSON.stringify({ pollId: poll.value.pollId })) : poll;
    }),
  );
  serve(
    "POST",
    EDU,
    `${polls}/:id/stop`,
    onPoll((call, room, poll) => widgets.stopPoll(call.world, room, poll)),
  );
  serve(
    "POST",
    EDU,
    `${polls}/:id/users/:userUuid`,
    onPoll((call, room, poll) => {
      const body = parseBody(call, Choice);
      const user = present(room, call.uid);
      if (!body.ok) return body;
      if (!user.ok) return user;
      const chosen = [...new Set(body.value.selectIndex)];
      if (chosen.some((index) => index >= poll.pollItems.length)) return badRequest("selectIndex: not an option of this poll");
      if (poll.mode === 1 && chosen.length !== 1) return badRequest("selectIndex: this poll takes one choice");
      return widgets.choose(call.world, room, poll, user.value, chosen);
    }),
  );
};
