import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NEEDED as NEEDED_TO_BUILD } from "../../../electron/tokens/kinds.ts";
import { fileName } from "../../../renderer/components/saveFile.ts";
import { profileOrder } from "../../../renderer/features/profiles/order.ts";
import { type KnownUser, withUsers } from "../../../renderer/features/tokens/knownUsers.ts";
import { isLoopback, NEEDED, readList, readPort, readValidity } from "../../../renderer/features/tokens/needs.ts";
import { linesOf, readUsers } from "../../../renderer/features/tokens/readUsers.ts";
import type { ProfileEntry } from "../../../shared/model/profileEntry.ts";

describe("what is typed for a token", () => {
  it.each([
    ["3600", 3_600],
    [" 86400 ", 86_400],
    ["1", 1],
    ["0", null],
    ["-5", null],
    ["86401", null],
    ["1e3", null],
    ["1.5", null],
    ["", null],
    ["9".repeat(400), null],
  ])("validity %j is %j", (text, seconds) => expect(readValidity(text)).toBe(seconds));

  it.each([
    ["0", 0],
    ["8090", 8_090],
    ["65535", 65_535],
    ["65536", null],
    ["http", null],
    ["", null],
  ])("port %j is %j", (text, port) => expect(readPort(text)).toBe(port));

  it.each([
    ["127.0.0.1", true],
    ["127.1.2.3", true],
    ["localhost", true],
    ["::1", true],
    ["[::1]", true],
    ["0.0.0.0", false],
    ["::", false],
    ["10.0.0.7", false],
    ["127.example.com", false],
    ["localhost.example.com", false],
  ])("%s is this machine alone: %j", (host, alone) => expect(isLoopback(host)).toBe(alone));

  it("a list's words stand once, however they are apart", () => {
    expect(readList(" https://a.example,https://b.example\nhttps://a.example ")).toEqual(["https://a.example", "https://b.example"]);
  });

  it("each kind asks for what its builder needs", () => {
    expect(NEEDED).toEqual(NEEDED_TO_BUILD);
  });
});

describe("a list of chat users", () => {
  it("is read line by line, with commas of either script or tabs", () => {
    expect(readUsers("ana, secret, Ana\n\nben\tpw\n陈伟，口令，小陈")).toEqual({
      users: [
        { username: "ana", password: "secret", nickname: "Ana" },
        { username: "ben", password: "pw" },
        { username: "陈伟", password: "口令", nickname: "小陈" },
      ],
      faults: [],
    });
  });

  it("is read as JSON where it begins like it; a password keeps its commas there", () => {
    expect(readUsers('[{"username":"ana","password":"a,b","nickname":""},{"username":"ben","password":"x"}]').users).toEqual([
      { username: "ana", password: "a,b" },
      { username: "ben", password: "x" },
    ]);
    expect(readUsers('{"username":"ana","password":"p"}').users).toHaveLength(1);
  });

  it.each([
    ["ana", [{ kind: "noPassword", line: 1 }]],
    ["ana, pw\n, pw", [{ kind: "noName", line: 2 }]],
    ["ana, pw, nick, more", [{ kind: "tooManyParts", line: 1 }]],
    ['[{"username":"ana"', [{ kind: "notAList" }]],
    [
      '[{"username":"ana"}, 7]',
      [
        { kind: "noPassword", line: 1 },
        { kind: "notAnObject", line: 2 },
      ],
    ],
  ])("%j is refused with its line", (text, faults) => expect(readUsers(text).faults).toEqual(faults));

  it("holds no more than can be registered at once", () => {
    const text = Array.from({ length: 61 }, (_, index) => `user${index}, pw`).join("\n");
    expect(readUsers(text).faults).toEqual([{ kind: "tooMany", count: 61 }]);
  });

  it("what was not taken can be read again as it was", () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text);
    const user = fc.record(
      { username: name, password: fc.string({ minLength: 1 }), nickname: name },
      { requiredKeys: ["username", "password"] },
    );
    fc.assert(
      fc.property(fc.array(user, { maxLength: 60 }), (users) => {
        expect(readUsers(linesOf(users))).toEqual({ users, faults: [] });
      }),
    );
  });

  it("never throws, whatever is pasted", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { users } = readUsers(text);
        expect(users.every(({ username, password }) => username !== "" && password !== "")).toBe(true);
      }),
    );
  });
});

describe("profiles", () => {
  it("stand with the one in use first, then by name, and the practice profile last", () => {
    const entry = (id: string, name: string, more: Partial<ProfileEntry> = {}) =>
      ({ id, profile: { name }, current: false, practice: false, ...more }) as ProfileEntry;
    const all = [
      entry("p", "A practice", { practice: true }),
      entry("b", "Beta"),
      entry("z", "Zeta", { current: true }),
      entry("a", "Alpha"),
    ];
    expect(all.sort(profileOrder).map(({ id }) => id)).toEqual(["z", "a", "b", "p"]);
  });
});

describe("the list of chat users", () => {
  const user = (username: string, more: Partial<KnownUser> = {}): KnownUser => ({
    username,
    uuid: null,
    nickname: null,
    from: "exists",
    ...more,
  });

  it("has those met last first, each once, whatever the case of the name", () => {
    const before = [user("ann"), user("ben")];
    expect(withUsers(before, [user("cid"), user("BEN")]).map(({ username }) => username)).toEqual(["cid", "BEN", "ann"]);
  });

  it("keeps what it knew of one and is not told again", () => {
    const [known] = withUsers([user("ann", { uuid: "u1", nickname: "Ann" })], [user("ann", { from: "exists" })]);
    expect(known).toEqual({ username: "ann", uuid: "u1", nickname: "Ann", from: "exists" });
  });
});

it.each([
  ["Autumn finals, sitting 2", "Autumn finals, sitting 2.json"],
  ['a/b\\c:d*e?"<f>|g', "a b c d e f g.json"],
  ["期末考试", "期末考试.json"],
  ["...", "file.json"],
  [" / ", "file.json"],
])("a profile called %j is saved as %s", (title, name) => expect(fileName(title, "json")).toBe(name));
