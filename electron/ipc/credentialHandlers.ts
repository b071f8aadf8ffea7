/** What the contract's calls about profiles, certificates, tokens and chat users do: a line per entry. */

import type { credentials } from "../../shared/contract/credentials.ts";
import type { CallArgument, CallOutput } from "../../shared/contract.ts";
import { ok, type Result } from "../../shared/result.ts";
import type { Handlers } from "../../shared/serving.ts";
import { done } from "./done.ts";

type CredentialCall = keyof (typeof credentials)["actions"] | keyof (typeof credentials)["queries"];
type Answer<N extends CredentialCall> = Promise<Result<CallOutput<N>>>;
type Argument<N extends CredentialCall> = CallArgument<N>;

export type CredentialHandlersOf = {
  profiles: {
    save(id: string | null, profile: Argument<"profiles.save">["profile"]): Answer<"profiles.save">;
    duplicate(id: string): Result<CallOutput<"profiles.duplicate">>;
    remove(id: string): Result<void>;
    switchTo(id: string): Promise<Result<void>>;
    importText(text: string): Answer<"profiles.import">;
    exportText(id: string): Result<CallOutput<"profiles.export">>;
    saveCertificate(id: string, certificate: string, where: Argument<"certificate.save">["where"]): Answer<"certificate.save">;
    forgetCertificate(id: string): Answer<"certificate.forget">;
    certificateState(id: string): Answer<"certificate.state">;
  };
  credentials: {
    test(id: string): Answer<"connection.test">;
    inspect(text: string, profileId: string | null, account: string | null): Answer<"token.inspect">;
    build(order: Argument<"token.build">): Answer<"token.build">;
    startServer(order: Argument<"tokenServer.start">): Answer<"tokenServer.start">;
    stopServer(): Promise<void>;
    lookUp(profileId: string, username: string): Answer<"chatUsers.lookUp">;
    register(profileId: string, users: Argument<"chatUsers.register">["users"]): Answer<"chatUsers.register">;
    issueToken(profileId: string, username: string, validForSeconds: number): Answer<"chatUsers.issueToken">;
  };
};

export const createCredentialHandlers = ({ profiles, credentials }: CredentialHandlersOf): Pick<Handlers, CredentialCall> => ({
  "profiles.save": ({ id, profile }) => profiles.save(id, profile),
  "profiles.duplicate": ({ id }) => profiles.duplicate(id),
  "profiles.remove": ({ id }) => done(profiles.remove(id)),
  "profiles.switch": async ({ id }) => done(await profiles.switchTo(id)),
  "profiles.import": ({ text }) => profiles.importText(text),
  "profiles.export": ({ id }) => profiles.exportText(id),
  "certificate.save": ({ id, certificate, where }) => profiles.saveCertificate(id, certificate.reveal(), where),
  "certificate.forget": ({ id }) => profiles.forgetCertificate(id),
  "certificate.state": ({ id }) => profiles.certificateState(id),

  "connection.test": ({ id }) => credentials.test(id),
  "token.inspect": ({ text, profileId, account }) => credentials.inspect(text, profileId, account),
  "token.build": (order) => credentials.build(order),
  "tokenServer.start": (order) => credentials.startServer(order),
  "tokenServer.stop": async () => {
    await credentials.stopServer();
    return ok({});
  },
  "chatUsers.lookUp": ({ profileId, username }) => credentials.lookUp(profileId, username),
  "chatUsers.register": ({ profileId, users }) => credentials.register(profileId, users),
  "chatUsers.issueToken": ({ profileId, username, validForSeconds }) => credentials.issueToken(profileId, username, validForSeconds),
});
