// The types of the API, generated from /openapi.yaml: `npm run api:types` writes them anew.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the server healthy?
         * @description Is the server healthy?
         */
        get: operations["getHealthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz/realtime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Does this node serve live changes?
         * @description Where several nodes share a database, a load balancer sends WebSockets and SSE to those that do.
         */
        get: operations["getHealthzRealtime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List what a project uses by month or day
         * @description List what a project uses by month or day.
         */
        get: operations["getProjectsByProjectIDUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register
         * @description Makes an account and its personal organisation. In production only with an invitation.
         */
        post: operations["postAuthRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description An account with a second factor gets `mfa_required`: go on with POST /auth/challenge. Where strangers have used up the attempts, the answer is 429 with `details.reason` = `proof_required`, and a code is on its way to the address: send it as `code`. Devices that have signed in before are not concerned.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get new tokens
         * @description A refresh token works once: using it again ends the session. A session in a cookie needs no body.
         */
        post: operations["postAuthRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Log out.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a login with the second factor
         * @description With `code` or `passkey`, within ten minutes. Ten wrong codes close it for an hour, but not for devices that have signed in before.
         */
        post: operations["postAuthChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Answers the options for `navigator.credentials.get()`, valid for five minutes: for any passkey of this site, or with `mfa_token` for those of the account that is logging in.
         */
        post: operations["postAuthPasskeysOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with a passkey
         * @description In place of the password and the second factor.
         */
        post: operations["postAuthPasskeysLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a code by mail to set a new password
         * @description The answer is the same whether or not there is such an account.
         */
        post: operations["postAuthResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset-password/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the code from the mail
         * @description Ends all sessions. A second factor stays, and the next login asks for it.
         */
        post: operations["postAuthResetPasswordConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your account
         * @description Get your account.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        /**
         * Delete your account
         * @description Refused while you are the only owner of an organisation with projects or other members. Your personal organisation goes along.
         */
        delete: operations["deleteMe"];
        options?: never;
        head?: never;
        /**
         * Change your account
         * @description A new e-mail address or password needs the current password. A new address takes effect once it is confirmed with the code that is mailed to it; the old one is told.
         */
        patch: operations["patchMe"];
        trace?: never;
    };
    "/api/v1/me/verify-email/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get another mail to confirm your address
         * @description To the new address if one waits for its confirmation. At most three an hour.
         */
        post: operations["postMeVerifyEmailRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm your address with the code from the mail
         * @description A new address takes the place of the old one with that.
         */
        post: operations["postMeVerifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description List your sessions.
         */
        get: operations["getMeSessions"];
        put?: never;
        post?: never;
        /**
         * End all your other sessions
         * @description End all your other sessions.
         */
        delete: operations["deleteMeSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions/{sessionID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sessionID.
                 * @example b0538d76-0000-7000-8000-000000000001
                 */
                sessionID: components["parameters"]["sessionID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description End a session.
         */
        delete: operations["deleteMeSessionsBySessionID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your authenticators
         * @description List your authenticators.
         */
        get: operations["getMeFactors"];
        put?: never;
        /**
         * Enrol an authenticator app
         * @description It counts once it is activated; another that was not is forgotten.
         */
        post: operations["postMeFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/factors/{factorID}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an authenticator with its first code
         * @description Ends all other sessions. From now on logging in takes a second factor.
         */
        post: operations["postMeFactorsByFactorIDActivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/factors/{factorID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an authenticator
         * @description Remove an authenticator.
         */
        delete: operations["deleteMeFactorsByFactorID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count your recovery codes
         * @description Count your recovery codes.
         */
        get: operations["getMeRecoveryCodes"];
        put?: never;
        /**
         * Get new recovery codes in place of the old ones
         * @description Get new recovery codes in place of the old ones.
         */
        post: operations["postMeRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description List your passkeys.
         */
        get: operations["getMePasskeys"];
        put?: never;
        /**
         * Create a passkey
         * @description Ends all other sessions. From now on a login with the password takes a second factor.
         */
        post: operations["postMePasskeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to create a passkey
         * @description Answers the options for `navigator.credentials.create()`, valid for five minutes.
         */
        post: operations["postMePasskeysOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/confirm-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to confirm a change with a passkey
         * @description Answers the options for `navigator.credentials.get()`, valid for five minutes.
         */
        post: operations["postMePasskeysConfirmOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/{passkeyID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The passkeyID.
                 * @example ffea8e28-0000-7000-8000-000000000001
                 */
                passkeyID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Remove a passkey.
         */
        delete: operations["deleteMePasskeysByPasskeyID"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Rename a passkey.
         */
        patch: operations["patchMePasskeysByPasskeyID"];
        trace?: never;
    };
    "/api/v1/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your access tokens
         * @description The newest first, expired ones too.
         */
        get: operations["getMeTokens"];
        put?: never;
        /**
         * Create an access token
         * @description For scripts and pipelines: it is sent as `Authorization: Bearer` wherever a session is. It never allows more than you may do at that moment. The token is in `token` of the answer and is never shown again.
         */
        post: operations["postMeTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/tokens/{tokenID}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tokenID.
                 * @example 9b25dee1-0000-7000-8000-000000000001
                 */
                tokenID: components["parameters"]["tokenID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an access token
         * @description Gives the token a new secret, shown once, and a new expiry. The old secret ends at once.
         */
        post: operations["postMeTokensByTokenIDRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/tokens/{tokenID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tokenID.
                 * @example 9b25dee1-0000-7000-8000-000000000001
                 */
                tokenID: components["parameters"]["tokenID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an access token
         * @description Revoke an access token.
         */
        delete: operations["deleteMeTokensByTokenID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your organisations
         * @description List your organisations.
         */
        get: operations["getOrganisations"];
        put?: never;
        /**
         * Create an organisation
         * @description You become its owner.
         */
        post: operations["postOrganisations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        /**
         * Get an organisation
         * @description Get an organisation.
         */
        get: operations["getOrganisationsByOrganisationID"];
        put?: never;
        post?: never;
        /**
         * Delete an organisation
         * @description Only an owner can, only when it has no projects, and never a personal one.
         */
        delete: operations["deleteOrganisationsByOrganisationID"];
        options?: never;
        head?: never;
        /**
         * Rename an organisation
         * @description Rename an organisation.
         */
        patch: operations["patchOrganisationsByOrganisationID"];
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        /**
         * List members
         * @description List members.
         */
        get: operations["getOrganisationsByOrganisationIDMembers"];
        put?: never;
        /**
         * Add or invite a member
         * @description Who has an account is added at once. Anybody else gets an invitation for 7 days, whose `token` is shown once.
         */
        post: operations["postOrganisationsByOrganisationIDMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer the ownership
         * @description The other member becomes an owner, and you an admin, in one step. Only an owner can.
         */
        post: operations["postOrganisationsByOrganisationIDTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/members/{accountID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The accountID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                accountID: components["parameters"]["accountID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave
         * @description Remove a member, or leave.
         */
        delete: operations["deleteOrganisationsByOrganisationIDMembersByAccountID"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Change the role of a member.
         */
        patch: operations["patchOrganisationsByOrganisationIDMembersByAccountID"];
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        /**
         * List invitations
         * @description Those that nobody has accepted, expired ones too.
         */
        get: operations["getOrganisationsByOrganisationIDInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/invitations/{invitationID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The invitationID.
                 * @example 26712d5d-0000-7000-8000-000000000001
                 */
                invitationID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Withdraw an invitation.
         */
        delete: operations["deleteOrganisationsByOrganisationIDInvitationsByInvitationID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Accept an invitation.
         */
        post: operations["postOrganisationsJoin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/sso": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        /**
         * Get the single sign-on
         * @description Get the single sign-on.
         */
        get: operations["getOrganisationsByOrganisationIDSso"];
        /**
         * Set the single sign-on
         * @description Only owners can by default: who chooses the provider decides who comes in. It can be required once somebody has signed in through it.
         */
        put: operations["putOrganisationsByOrganisationIDSso"];
        post?: never;
        /**
         * Remove the single sign-on
         * @description Remove the single sign-on.
         */
        delete: operations["deleteOrganisationsByOrganisationIDSso"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/sso/domains": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        /**
         * List the domains
         * @description List the domains.
         */
        get: operations["getOrganisationsByOrganisationIDSsoDomains"];
        put?: never;
        /**
         * Add a domain
         * @description It counts once its DNS record is there and the domain was verified.
         */
        post: operations["postOrganisationsByOrganisationIDSsoDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/sso/domains/{domain}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The domain.
                 * @example duka.example
                 */
                domain: components["parameters"]["domain"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a domain
         * @description Looks for the record in DNS. A domain that has moved to you ends the proof of who had it before.
         */
        post: operations["postOrganisationsByOrganisationIDSsoDomainsByDomainVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/sso/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The domain.
                 * @example duka.example
                 */
                domain: components["parameters"]["domain"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a domain
         * @description Remove a domain.
         */
        delete: operations["deleteOrganisationsByOrganisationIDSsoDomainsByDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in with the provider of an organisation
         * @description To be opened in a browser, for the organisation of an address or by its id. Comes back to `redirect_to` with `code`, or with `error` and `error_description`.
         */
        get: operations["getAuthSsoAuthorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/{organisationID}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        /**
         * Come back from the provider of an organisation
         * @description Where the provider sends the browser. Not for applications.
         */
        get: operations["getAuthSsoByOrganisationIDCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trade the code of a single sign-on for tokens
         * @description The first time this links the account with the address that the provider says, or makes it, and adds it to the organisation. Only addresses of verified domains are let in. A code works once, for two minutes.
         */
        post: operations["postAuthSsoToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all organisations
         * @description List all organisations.
         */
        get: operations["getOperatorOrganisations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all projects
         * @description List all projects.
         */
        get: operations["getOperatorProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of the server
         * @description Get the health of the server.
         */
        get: operations["getOperatorHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the server
         * @description Without secrets: of what has a password, only whether it is set.
         */
        get: operations["getOperatorSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operators
         * @description List operators.
         */
        get: operations["getOperatorOperators"];
        put?: never;
        /**
         * Make an account an operator
         * @description Make an account an operator.
         */
        post: operations["postOperatorOperators"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/operators/{accountID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The accountID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                accountID: components["parameters"]["accountID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Make an operator an ordinary account
         * @description Make an operator an ordinary account.
         */
        delete: operations["deleteOperatorOperatorsByAccountID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles of members
         * @description The built-in roles, and then those of the organisation.
         */
        get: operations["getRbacRoles"];
        put?: never;
        /**
         * Create a role for members
         * @description You need all of its permissions yourself.
         */
        post: operations["postRbacRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/roles/{roleID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
            };
            cookie?: never;
        };
        /**
         * Get a role of members
         * @description Get a role of members.
         */
        get: operations["getRbacRolesByRoleID"];
        put?: never;
        post?: never;
        /**
         * Delete a role of members
         * @description Members who have it lose it at once.
         */
        delete: operations["deleteRbacRolesByRoleID"];
        options?: never;
        head?: never;
        /**
         * Change a role of members
         * @description It applies at once. You need all of its permissions yourself, old and new.
         */
        patch: operations["patchRbacRolesByRoleID"];
        trace?: never;
    };
    "/api/v1/rbac/roles/{roleID}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add permissions to a role of members
         * @description Add permissions to a role of members.
         */
        post: operations["postRbacRolesByRoleIDPermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/roles/{roleID}/permissions/{permission}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
                /**
                 * @description The permission.
                 * @example logs:read
                 */
                permission: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a permission from a role of members
         * @description Remove a permission from a role of members.
         */
        delete: operations["deleteRbacRolesByRoleIDPermissionsByPermission"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the permissions that roles can have
         * @description Those of the server, and then those of the organisation.
         */
        get: operations["getRbacPermissions"];
        put?: never;
        /**
         * Create a permission of your own
         * @description A name that own roles can carry, for tools of yours: GET /organisations/{organisationID} lists what a member has. The server allows nothing by it.
         */
        post: operations["postRbacPermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/permissions/{permissionID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The permissionID.
                 * @example cee72230-0000-7000-8000-000000000002
                 */
                permissionID: components["parameters"]["permissionID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a permission of your own
         * @description Roles that carry it lose it.
         */
        delete: operations["deleteRbacPermissionsByPermissionID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/users/{userID}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        /**
         * List the roles of a member
         * @description `userID` is the id of the account. Everybody sees their own roles.
         */
        get: operations["getRbacUsersByUserIDRoles"];
        put?: never;
        /**
         * Give a member a role
         * @description Own roles add up; a built-in role takes the place of another. You need all permissions of the role yourself.
         */
        post: operations["postRbacUsersByUserIDRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rbac/users/{userID}/roles/{roleID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a role from a member
         * @description The last owner of an organisation stays one (409). The answer is what is left.
         */
        delete: operations["deleteRbacUsersByUserIDRolesByRoleID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your projects
         * @description List your projects.
         */
        get: operations["getProjects"];
        put?: never;
        /**
         * Create a project
         * @description Create a project.
         */
        post: operations["postProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get a project
         * @description Get a project.
         */
        get: operations["getProjectsByProjectID"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description The project is out of service at once. Its data is removed in the background, after the days in which the deletion can be undone; `project.deleted` on `GET /events` says when nothing is left.
         */
        delete: operations["deleteProjectsByProjectID"];
        options?: never;
        head?: never;
        /**
         * Rename a project
         * @description Rename a project.
         */
        patch: operations["patchProjectsByProjectID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the deletion of a project
         * @description Until `delete_at`. `GET /projects?status=deleting` lists the projects.
         */
        post: operations["postProjectsByProjectIDRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plans that projects can have
         * @description The first is what new projects begin with.
         */
        get: operations["getPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/billing": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the plan of a project, and what this month costs
         * @description Get the plan of a project, and what this month costs.
         */
        get: operations["getProjectsByProjectIDBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the plan of a project
         * @description A plan that costs more begins today; all others begin when the month ends. To undo that, choose the plan that the project has.
         */
        patch: operations["patchProjectsByProjectIDBilling"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/billing/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List the invoices of a project
         * @description Latest month first. A month has an invoice a day after its end, unless it costs nothing.
         */
        get: operations["getProjectsByProjectIDBillingInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/billing/invoices/{invoiceID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The invoiceID.
                 * @example a5614527-0000-7000-8000-000000000005
                 */
                invoiceID: components["parameters"]["invoiceID"];
            };
            cookie?: never;
        };
        /**
         * Get an invoice of a project
         * @description Get an invoice of a project.
         */
        get: operations["getProjectsByProjectIDBillingInvoicesByInvoiceID"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/billing/invoices/{invoiceID}/page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The invoiceID.
                 * @example a5614527-0000-7000-8000-000000000005
                 */
                invoiceID: components["parameters"]["invoiceID"];
            };
            cookie?: never;
        };
        /**
         * Get an invoice of a project as a page to print
         * @description Get an invoice of a project as a page to print.
         */
        get: operations["getProjectsByProjectIDBillingInvoicesByInvoiceIDPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        /**
         * List the invoices of an organisation
         * @description Latest month first. A month has an invoice a day after its end, unless it costs nothing.
         */
        get: operations["getOrganisationsByOrganisationIDInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/invoices/{invoiceID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The invoiceID.
                 * @example a5614527-0000-7000-8000-000000000005
                 */
                invoiceID: components["parameters"]["invoiceID"];
            };
            cookie?: never;
        };
        /**
         * Get an invoice of an organisation
         * @description Get an invoice of an organisation.
         */
        get: operations["getOrganisationsByOrganisationIDInvoicesByInvoiceID"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organisations/{organisationID}/invoices/{invoiceID}/page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The invoiceID.
                 * @example a5614527-0000-7000-8000-000000000005
                 */
                invoiceID: components["parameters"]["invoiceID"];
            };
            cookie?: never;
        };
        /**
         * Get an invoice of an organisation as a page to print
         * @description Get an invoice of an organisation as a page to print.
         */
        get: operations["getOrganisationsByOrganisationIDInvoicesByInvoiceIDPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/rate-limits": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the rate limits of a project
         * @description Get the rate limits of a project.
         */
        get: operations["getProjectsByProjectIDRateLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the rate limits of a project
         * @description `rules` replaces all of them.
         */
        patch: operations["patchProjectsByProjectIDRateLimits"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List API keys
         * @description List API keys.
         */
        get: operations["getProjectsByProjectIDApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is in `key` of the answer and is never shown again.
         */
        post: operations["postProjectsByProjectIDApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/api-keys/{keyID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The keyID.
                 * @example 4968493a-0000-7000-8000-000000000001
                 */
                keyID: components["parameters"]["keyID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revoke an API key.
         */
        delete: operations["deleteProjectsByProjectIDApiKeysByKeyID"];
        options?: never;
        head?: never;
        /**
         * Change an API key
         * @description Change an API key.
         */
        patch: operations["patchProjectsByProjectIDApiKeysByKeyID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/api-keys/{keyID}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The keyID.
                 * @example 4968493a-0000-7000-8000-000000000001
                 */
                keyID: components["parameters"]["keyID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Gives the key a new secret, shown once. The old one goes on working for `overlap_seconds`.
         */
        post: operations["postProjectsByProjectIDApiKeysByKeyIDRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List functions
         * @description List functions.
         */
        get: operations["getProjectsByProjectIDFunctions"];
        put?: never;
        /**
         * Create a function
         * @description It does not run before it is deployed. Without code it begins as an example.
         */
        post: operations["postProjectsByProjectIDFunctions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        /**
         * Get a function
         * @description Get a function.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnID"];
        put?: never;
        post?: never;
        /**
         * Delete a function and its versions
         * @description Delete a function and its versions.
         */
        delete: operations["deleteProjectsByProjectIDFunctionsByFnID"];
        options?: never;
        head?: never;
        /**
         * Change a function
         * @description Settings count at once. `code` and `files` change the draft, which runs once it is deployed.
         */
        patch: operations["patchProjectsByProjectIDFunctionsByFnID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/deploy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deploy the draft
         * @description Bundles the draft, with the packages that its package.json names, into a new version, which runs at once. Errors name file, line and column in `details.problems`, and leave what runs alone.
         */
        post: operations["postProjectsByProjectIDFunctionsByFnIDDeploy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        /**
         * List the versions of a function
         * @description List the versions of a function.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let another version run
         * @description Let another version run.
         */
        post: operations["postProjectsByProjectIDFunctionsByFnIDRollback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/invoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoke a function
         * @description Runs the deployed version and answers 200 with the status, headers and body of its response. Callers need the access of the function: `authenticated` for users, `public` for publishable keys.
         */
        post: operations["postProjectsByProjectIDFunctionsByFnIDInvoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        /**
         * List the latest lines of the log
         * @description Lines are kept for 7 days; of a flood, 1,000 lines a second.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/logs/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        /**
         * Follow the log as server-sent events
         * @description Events named `line`. After a break `Last-Event-ID` goes on where the stream ended.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDLogsStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/invocations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        /**
         * List the latest invocations
         * @description List the latest invocations.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDInvocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        /**
         * Count invocations, errors and durations by the hour
         * @description For up to 7 days, from the latest 100,000 invocations.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List integrations
         * @description Secrets are masked.
         */
        get: operations["getProjectsByProjectIDIntegrations"];
        put?: never;
        /**
         * Create an integration
         * @description Of those that send mail, and of those that send SMS, one at a time can be enabled.
         */
        post: operations["postProjectsByProjectIDIntegrations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/integrations/{integrationID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The integrationID.
                 * @example 889cf42a-0000-7000-8000-000000000001
                 */
                integrationID: components["parameters"]["integrationID"];
            };
            cookie?: never;
        };
        /**
         * Get an integration
         * @description Get an integration.
         */
        get: operations["getProjectsByProjectIDIntegrationsByIntegrationID"];
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Delete an integration.
         */
        delete: operations["deleteProjectsByProjectIDIntegrationsByIntegrationID"];
        options?: never;
        head?: never;
        /**
         * Change an integration
         * @description Secrets have to be given again where the address changes that they are sent to.
         */
        patch: operations["patchProjectsByProjectIDIntegrationsByIntegrationID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/integrations/{integrationID}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The integrationID.
                 * @example 889cf42a-0000-7000-8000-000000000001
                 */
                integrationID: components["parameters"]["integrationID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message by an integration
         * @description It really sends, and answers with what the other side said. It is not tried again.
         */
        post: operations["postProjectsByProjectIDIntegrationsByIntegrationIDTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Without tokens where the project wants the address confirmed first; a link is on its way.
         */
        post: operations["postProjectsByProjectIDAuthSignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/signin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail address and password
         * @description Where strangers have used up the attempts, the answer is 429 with `details.reason` = `proof_required`, and a code is on its way to the address: send it as `code`. Devices that have signed in before are not concerned.
         */
        post: operations["postProjectsByProjectIDAuthSignin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get new tokens
         * @description A refresh token works once: using it again ends the session.
         */
        post: operations["postProjectsByProjectIDAuthRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Sign out.
         */
        post: operations["postProjectsByProjectIDAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/anonymous": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in without an account
         * @description Makes a user whom only these tokens can sign in, until `/auth/upgrade`.
         */
        post: operations["postProjectsByProjectIDAuthAnonymous"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn an anonymous user into a full one
         * @description The id, the rows and the session stay. The access token says so after the next refresh.
         */
        post: operations["postProjectsByProjectIDAuthUpgrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/otp/request": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a one-time code by SMS
         * @description Ask for a one-time code by SMS.
         */
        post: operations["postProjectsByProjectIDAuthOtpRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/otp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a one-time code
         * @description The first time this makes the user, if the project takes new ones.
         */
        post: operations["postProjectsByProjectIDAuthOtpVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a code to set a new password
         * @description The answer is the same whether or not there is such a user.
         */
        post: operations["postProjectsByProjectIDAuthResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/reset-password/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a code
         * @description Ends all sessions of the user.
         */
        post: operations["postProjectsByProjectIDAuthResetPasswordConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/verify-email/request": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to confirm an e-mail address
         * @description The answer is the same whether or not there is such a user.
         */
        post: operations["postProjectsByProjectIDAuthVerifyEmailRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an e-mail address
         * @description Takes either `token`, or `email` and `code`. Signs nobody in.
         */
        post: operations["postProjectsByProjectIDAuthVerifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/magic-link/request": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that signs in
         * @description The answer is the same whether or not there is such a user.
         */
        post: operations["postProjectsByProjectIDAuthMagicLinkRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/magic-link/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with what came by mail
         * @description Takes either `token`, or `email` and `code`. Each works once, for 15 minutes.
         */
        post: operations["postProjectsByProjectIDAuthMagicLinkVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/factors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List your second factors
         * @description List your second factors.
         */
        get: operations["getProjectsByProjectIDAuthFactors"];
        put?: never;
        /**
         * Enrol an authenticator app
         * @description It counts once it is activated; another that was not is forgotten.
         */
        post: operations["postProjectsByProjectIDAuthFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/factors/{factorID}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an authenticator with its first code
         * @description Ends all other sessions. From now on signing in takes a code.
         */
        post: operations["postProjectsByProjectIDAuthFactorsByFactorIDActivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/factors/{factorID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Give a second factor up
         * @description Give a second factor up.
         */
        delete: operations["deleteProjectsByProjectIDAuthFactorsByFactorID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get new recovery codes in place of the old ones
         * @description Get new recovery codes in place of the old ones.
         */
        post: operations["postProjectsByProjectIDAuthFactorsRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/factors/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a sign-in with a code of the second factor
         * @description Where signing in has answered `mfa_required`. Ten wrong codes close it for an hour, but not for devices that have signed in before, nor for those who begin with a link by mail.
         */
        post: operations["postProjectsByProjectIDAuthFactorsVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/users/{userID}/factors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        /**
         * List a user's second factors
         * @description List a user's second factors.
         */
        get: operations["getProjectsByProjectIDAuthUsersByUserIDFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/users/{userID}/factors/{factorID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a second factor from a user
         * @description For users who have lost both their authenticator and their recovery codes.
         */
        delete: operations["deleteProjectsByProjectIDAuthUsersByUserIDFactorsByFactorID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List users
         * @description The latest first. `Link: rel="next"` says where the next page is.
         */
        get: operations["getProjectsByProjectIDAuthUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/users/{userID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        /**
         * Get a user
         * @description Get a user.
         */
        get: operations["getProjectsByProjectIDAuthUsersByUserID"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description For good. Refused where rows of the project refer to the user and are not to go with them.
         */
        delete: operations["deleteProjectsByProjectIDAuthUsersByUserID"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Users may change themselves, except for what signs them in without their password.
         */
        patch: operations["patchProjectsByProjectIDAuthUsersByUserID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List your sessions
         * @description List your sessions.
         */
        get: operations["getProjectsByProjectIDAuthSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/sessions/{sessionID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The sessionID.
                 * @example b0538d76-0000-7000-8000-000000000001
                 */
                sessionID: components["parameters"]["sessionID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description End a session.
         */
        delete: operations["deleteProjectsByProjectIDAuthSessionsBySessionID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the auth settings
         * @description Get the auth settings.
         */
        get: operations["getProjectsByProjectIDAuthSettings"];
        /**
         * Change the auth settings
         * @description What is left out keeps its value.
         */
        put: operations["putProjectsByProjectIDAuthSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the public keys of access tokens
         * @description A JSON Web Key Set (RFC 7517), without the envelope, for services that verify tokens.
         */
        get: operations["getProjectsByProjectIDAuthWellKnownJwksJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign with a new key from now on
         * @description Tokens that the old key has signed stay valid until they end.
         */
        post: operations["postProjectsByProjectIDAuthKeysRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List the messages that were not sent
         * @description Only in development, where mail and SMS go nowhere else. The latest first.
         */
        get: operations["getProjectsByProjectIDAuthOutbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the auth hooks
         * @description Get the auth hooks.
         */
        get: operations["getProjectsByProjectIDAuthHooks"];
        /**
         * Change the auth hooks
         * @description What is left out keeps its value; null removes a hook. A hook that fails refuses what it is asked about.
         */
        put: operations["putProjectsByProjectIDAuthHooks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/templates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List what messages to users say
         * @description List what messages to users say.
         */
        get: operations["getProjectsByProjectIDAuthTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/templates/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The kind.
                 * @example otp
                 */
                kind: components["schemas"]["MessageKind"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change what a message to users says
         * @description Placeholders are filled in when a message is sent; an SMS has a `text` only.
         */
        put: operations["putProjectsByProjectIDAuthTemplatesByKind"];
        post?: never;
        /**
         * Go back to the default texts of a message
         * @description Go back to the default texts of a message.
         */
        delete: operations["deleteProjectsByProjectIDAuthTemplatesByKind"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List roles
         * @description List roles.
         */
        get: operations["getProjectsByProjectIDRoles"];
        put?: never;
        /**
         * Create a role
         * @description Create a role.
         */
        post: operations["postProjectsByProjectIDRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/roles/{roleID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The roleID.
                 * @example 1db8f13f-0000-7000-8000-000000000001
                 */
                roleID: components["parameters"]["roleID2"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a role
         * @description Delete a role.
         */
        delete: operations["deleteProjectsByProjectIDRolesByRoleID"];
        options?: never;
        head?: never;
        /**
         * Change a role
         * @description Change a role.
         */
        patch: operations["patchProjectsByProjectIDRolesByRoleID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List permissions
         * @description List permissions.
         */
        get: operations["getProjectsByProjectIDPermissions"];
        put?: never;
        /**
         * Create a permission
         * @description A name that roles can carry; what it means is up to the project.
         */
        post: operations["postProjectsByProjectIDPermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/permissions/{permissionID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The permissionID.
                 * @example cee72230-0000-7000-8000-000000000002
                 */
                permissionID: components["parameters"]["permissionID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a permission
         * @description Delete a permission.
         */
        delete: operations["deleteProjectsByProjectIDPermissionsByPermissionID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/users/{userID}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        /**
         * List a user's roles
         * @description List a user's roles.
         */
        get: operations["getProjectsByProjectIDUsersByUserIDRoles"];
        /**
         * Set a user's roles
         * @description Set a user's roles.
         */
        put: operations["putProjectsByProjectIDUsersByUserIDRoles"];
        /**
         * Give a user a role
         * @description Give a user a role.
         */
        post: operations["postProjectsByProjectIDUsersByUserIDRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/users/{userID}/roles/{roleID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
                /**
                 * @description The roleID.
                 * @example 1db8f13f-0000-7000-8000-000000000001
                 */
                roleID: components["parameters"]["roleID2"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a role from a user
         * @description Take a role from a user.
         */
        delete: operations["deleteProjectsByProjectIDUsersByUserIDRolesByRoleID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List the identity providers
         * @description List the identity providers.
         */
        get: operations["getProjectsByProjectIDAuthProviders"];
        put?: never;
        /**
         * Add an identity provider
         * @description Any issuer of OpenID Connect. The secret is sealed and never shown.
         */
        post: operations["postProjectsByProjectIDAuthProviders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The provider.
                 * @example example
                 */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        /**
         * Get an identity provider
         * @description Get an identity provider.
         */
        get: operations["getProjectsByProjectIDAuthProvidersByProvider"];
        put?: never;
        post?: never;
        /**
         * Remove an identity provider
         * @description Nobody signs in by it any longer; sessions go on.
         */
        delete: operations["deleteProjectsByProjectIDAuthProvidersByProvider"];
        options?: never;
        head?: never;
        /**
         * Change an identity provider
         * @description What is left out keeps its value.
         */
        patch: operations["patchProjectsByProjectIDAuthProvidersByProvider"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/providers/{provider}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The provider.
                 * @example example
                 */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        /**
         * Sign in with an identity provider
         * @description To be opened in a browser. Comes back to `redirect_to` with `code`, or with `error` and `error_description`.
         */
        get: operations["getProjectsByProjectIDAuthProvidersByProviderAuthorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/providers/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The provider.
                 * @example example
                 */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        /**
         * Come back from an identity provider
         * @description Where the provider sends the browser. Not for applications.
         */
        get: operations["getProjectsByProjectIDAuthProvidersByProviderCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trade the code of a sign-in for tokens
         * @description The first time this makes the user, if the project takes new ones, or links a user with the same e-mail address where both sides have proven it. A code works once, for two minutes.
         */
        post: operations["postProjectsByProjectIDAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/users/{userID}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        /**
         * List a user's identities
         * @description Whom identity providers know the user as. Users see their own.
         */
        get: operations["getProjectsByProjectIDAuthUsersByUserIDIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/auth/users/{userID}/identities/{identityID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
                /**
                 * @description The identityID.
                 * @example 62dae981-0000-7000-8000-000000000001
                 */
                identityID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink an identity
         * @description Users cannot unlink their only way to sign in.
         */
        delete: operations["deleteProjectsByProjectIDAuthUsersByUserIDIdentitiesByIdentityID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List tables
         * @description List tables.
         */
        get: operations["getProjectsByProjectIDTables"];
        put?: never;
        /**
         * Create a table
         * @description Create a table.
         */
        post: operations["postProjectsByProjectIDTables"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
            };
            cookie?: never;
        };
        /**
         * Get a table
         * @description Get a table.
         */
        get: operations["getProjectsByProjectIDTablesByTableID"];
        put?: never;
        post?: never;
        /**
         * Delete a table with its rows
         * @description Delete a table with its rows.
         */
        delete: operations["deleteProjectsByProjectIDTablesByTableID"];
        options?: never;
        head?: never;
        /**
         * Rename or describe a table
         * @description Rename or describe a table.
         */
        patch: operations["patchProjectsByProjectIDTablesByTableID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a column
         * @description Add a column.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDColumns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/columns/{columnID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
                /**
                 * @description The id or the name.
                 * @example ecc54356-0000-7000-8000-000000000002
                 */
                columnID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a column with its values
         * @description Delete a column with its values.
         */
        delete: operations["deleteProjectsByProjectIDTablesByTableIDColumnsByColumnID"];
        options?: never;
        head?: never;
        /**
         * Change a column
         * @description A change that would lose values is answered with 409 and with examples, unless `force` is true.
         */
        patch: operations["patchProjectsByProjectIDTablesByTableIDColumnsByColumnID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List relationships
         * @description List relationships.
         */
        get: operations["getProjectsByProjectIDSchemaRelationships"];
        put?: never;
        /**
         * Create a relationship
         * @description A foreign key, whose rule for deletions also holds for soft ones.
         */
        post: operations["postProjectsByProjectIDSchemaRelationships"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/relationships/{relationshipID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The relationshipID.
                 * @example 2daa75d0-0000-7000-8000-000000000001
                 */
                relationshipID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a relationship
         * @description Delete a relationship.
         */
        delete: operations["deleteProjectsByProjectIDSchemaRelationshipsByRelationshipID"];
        options?: never;
        head?: never;
        /**
         * Change a relationship
         * @description Change a relationship.
         */
        patch: operations["patchProjectsByProjectIDSchemaRelationshipsByRelationshipID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/preview/{tableID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
            };
            cookie?: never;
        };
        /**
         * Preview a table as SQL, JSON Schema and endpoints
         * @description Preview a table as SQL, JSON Schema and endpoints.
         */
        get: operations["getProjectsByProjectIDSchemaPreviewByTableID"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/diagram": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Draw the tables and relationships
         * @description The places are the same as long as the schema is, and no two tables overlap.
         */
        get: operations["getProjectsByProjectIDSchemaDiagram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/views": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List views
         * @description List views.
         */
        get: operations["getProjectsByProjectIDSchemaViews"];
        put?: never;
        /**
         * Create a view
         * @description It runs with the rights of the caller, so that the policies of its tables hold. `GET /data/{name}` reads it. Deleted rows are left out only where the view has `deleted_at`, or leaves them out itself.
         */
        post: operations["postProjectsByProjectIDSchemaViews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/views/{viewID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the name.
                 * @example d869419f-0000-7000-8000-000000000001
                 */
                viewID: string;
            };
            cookie?: never;
        };
        /**
         * Get a view
         * @description Get a view.
         */
        get: operations["getProjectsByProjectIDSchemaViewsByViewID"];
        /**
         * Replace the definition of a view
         * @description Replace the definition of a view.
         */
        put: operations["putProjectsByProjectIDSchemaViewsByViewID"];
        post?: never;
        /**
         * Delete a view
         * @description Delete a view.
         */
        delete: operations["deleteProjectsByProjectIDSchemaViewsByViewID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/functions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List functions in the database
         * @description List functions in the database.
         */
        get: operations["getProjectsByProjectIDSchemaFunctions"];
        put?: never;
        /**
         * Create a function in the database
         * @description In sql or plpgsql, with the rights of its caller. Triggers call functions that return `trigger`.
         */
        post: operations["postProjectsByProjectIDSchemaFunctions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/functions/{functionName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The functionName.
                 * @example trim_title
                 */
                functionName: string;
            };
            cookie?: never;
        };
        /**
         * Get a function in the database
         * @description Get a function in the database.
         */
        get: operations["getProjectsByProjectIDSchemaFunctionsByFunctionName"];
        /**
         * Replace a function in the database
         * @description Replace a function in the database.
         */
        put: operations["putProjectsByProjectIDSchemaFunctionsByFunctionName"];
        post?: never;
        /**
         * Delete a function in the database
         * @description With `cascade`, triggers and views go too; columns, constraints and indexes never do.
         */
        delete: operations["deleteProjectsByProjectIDSchemaFunctionsByFunctionName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List triggers
         * @description List triggers.
         */
        get: operations["getProjectsByProjectIDSchemaTriggers"];
        put?: never;
        /**
         * Create a trigger
         * @description Create a trigger.
         */
        post: operations["postProjectsByProjectIDSchemaTriggers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/triggers/{triggerID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description `table.name`
                 * @example books.tidy
                 */
                triggerID: string;
            };
            cookie?: never;
        };
        /**
         * Get a trigger
         * @description Get a trigger.
         */
        get: operations["getProjectsByProjectIDSchemaTriggersByTriggerID"];
        /**
         * Replace a trigger
         * @description Replace a trigger.
         */
        put: operations["putProjectsByProjectIDSchemaTriggersByTriggerID"];
        post?: never;
        /**
         * Delete a trigger
         * @description Delete a trigger.
         */
        delete: operations["deleteProjectsByProjectIDSchemaTriggersByTriggerID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/exec-ddl": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run DDL
         * @description CREATE, ALTER, RENAME, DROP and COMMENT for tables, indexes, views, enum types, functions and triggers, and INSERT, UPDATE and DELETE. All run in one transaction; the answer says what has changed.
         */
        post: operations["postProjectsByProjectIDSchemaExecDdl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List changes of the schema, the latest first
         * @description List changes of the schema, the latest first.
         */
        get: operations["getProjectsByProjectIDSchemaHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/migrations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Export the schema as migrations
         * @description Export the schema as migrations.
         */
        get: operations["getProjectsByProjectIDSchemaMigrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/schema/migrations/apply": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the migrations of another project
         * @description Each runs in a transaction of its own, and only once: what was applied before is skipped, so a call that failed half way can be sent again.
         */
        post: operations["postProjectsByProjectIDSchemaMigrationsApply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/rls": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's id or slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID2"];
            };
            cookie?: never;
        };
        /**
         * List a table's policies
         * @description List a table's policies.
         */
        get: operations["getProjectsByProjectIDTablesByTableIDRls"];
        put?: never;
        /**
         * Create a policy
         * @description Create a policy.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDRls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/rls/{policyID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's id or slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID2"];
                /**
                 * @description The policyID.
                 * @example 45a4cb6e-0000-7000-8000-000000000001
                 */
                policyID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a policy
         * @description Delete a policy.
         */
        delete: operations["deleteProjectsByProjectIDTablesByTableIDRlsByPolicyID"];
        options?: never;
        head?: never;
        /**
         * Change a policy
         * @description Change a policy.
         */
        patch: operations["patchProjectsByProjectIDTablesByTableIDRlsByPolicyID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/rls/explain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's id or slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID2"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain what the policies decide for a caller, an action and a row
         * @description Explain what the policies decide for a caller, an action and a row.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDRlsExplain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/buckets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List buckets
         * @description List buckets.
         */
        get: operations["getProjectsByProjectIDStorageBuckets"];
        put?: never;
        /**
         * Create a bucket
         * @description Create a bucket.
         */
        post: operations["postProjectsByProjectIDStorageBuckets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/buckets/{bucketID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        /**
         * Get a bucket
         * @description Get a bucket.
         */
        get: operations["getProjectsByProjectIDStorageBucketsByBucketID"];
        put?: never;
        post?: never;
        /**
         * Delete a bucket
         * @description A bucket with objects is refused with 409. With `force=true` the answer is 202, and a job deletes the objects and then the bucket.
         */
        delete: operations["deleteProjectsByProjectIDStorageBucketsByBucketID"];
        options?: never;
        head?: never;
        /**
         * Change a bucket
         * @description Change a bucket.
         */
        patch: operations["patchProjectsByProjectIDStorageBucketsByBucketID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/buckets/{bucketID}/objects": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        /**
         * List objects
         * @description List objects.
         */
        get: operations["getProjectsByProjectIDStorageBucketsByBucketIDObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/buckets/{bucketID}/folders": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an empty folder
         * @description Folders with files in them need not be created.
         */
        post: operations["postProjectsByProjectIDStorageBucketsByBucketIDFolders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/objects/{objectID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        /**
         * Get an object without its bytes
         * @description Get an object without its bytes.
         */
        get: operations["getProjectsByProjectIDStorageObjectsByObjectID"];
        put?: never;
        post?: never;
        /**
         * Delete an object
         * @description Until the sweeper takes it, after some days, POST …/restore brings it back.
         */
        delete: operations["deleteProjectsByProjectIDStorageObjectsByObjectID"];
        options?: never;
        head?: never;
        /**
         * Rename or move an object, or change what is said of it
         * @description Rename or move an object, or change what is said of it.
         */
        patch: operations["patchProjectsByProjectIDStorageObjectsByObjectID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/objects/{objectID}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted object back
         * @description Bring a deleted object back.
         */
        post: operations["postProjectsByProjectIDStorageObjectsByObjectIDRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/objects/{objectID}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an object
         * @description Copy an object.
         */
        post: operations["postProjectsByProjectIDStorageObjectsByObjectIDCopy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/objects/{objectID}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        /**
         * Download an object
         * @description Takes Range, If-Range, If-Match, If-None-Match and If-Modified-Since.
         */
        get: operations["getProjectsByProjectIDStorageObjectsByObjectIDContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/buckets/{bucketID}/objects/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
                /** @description The name of the object, with slashes between folders. */
                name: string;
            };
            cookie?: never;
        };
        /**
         * Download an object by its name
         * @description Download an object by its name.
         */
        get: operations["getProjectsByProjectIDStorageBucketsByBucketIDObjectsByName"];
        /**
         * Upload an object, or replace it
         * @description The body is the file as it is. `Content-MD5` or `x-amz-checksum-sha256` are checked, `Cache-Control` is kept for downloads, and `X-Object-Metadata` holds metadata as a JSON object.
         */
        put: operations["putProjectsByProjectIDStorageBucketsByBucketIDObjectsByName"];
        /**
         * Upload a new object
         * @description The body is the file as it is. `Content-MD5` or `x-amz-checksum-sha256` are checked, `Cache-Control` is kept for downloads, and `X-Object-Metadata` holds metadata as a JSON object.
         */
        post: operations["postProjectsByProjectIDStorageBucketsByBucketIDObjectsByName"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/public/{bucketID}/{objectID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        /**
         * Find a public object
         * @description Answers with the address of the current version, which caches may keep.
         */
        get: operations["getProjectsByProjectIDStoragePublicByBucketIDByObjectID"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/files/{objectID}/{fileName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
                /** @description The name of the file, or any other. */
                fileName: string;
            };
            cookie?: never;
        };
        /**
         * Download a file by a signed or public address
         * @description Download a file by a signed or public address.
         */
        get: operations["getProjectsByProjectIDStorageFilesByObjectIDByFileName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/objects/{objectID}/image": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        /**
         * Get an image in another size or format
         * @description Upright and without metadata. Of a JPEG, PNG, WebP, AVIF or GIF with up to 50 million pixels.
         */
        get: operations["getProjectsByProjectIDStorageObjectsByObjectIDImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/objects/{objectID}/image-summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        /**
         * Get a blurred preview of an image
         * @description Some 20 characters, from which clients paint a preview until the image is there.
         */
        get: operations["getProjectsByProjectIDStorageObjectsByObjectIDImageSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/public/{bucketID}/{objectID}/image": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        /**
         * Get a public image in another size or format
         * @description Of an object in a public bucket, without credentials.
         */
        get: operations["getProjectsByProjectIDStoragePublicByBucketIDByObjectIDImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/s3-access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the access key of an API key for S3 clients
         * @description The same for as long as the API key exists, and valid until it expires or is revoked. Rotating the API key does not change it.
         */
        post: operations["postProjectsByProjectIDStorageS3Access"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/signed-upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an address to upload one file to
         * @description Whoever has the address can PUT the bytes to it, once, without credentials: a file of this name, and of this size and type where they are given.
         */
        post: operations["postProjectsByProjectIDStorageSignedUploadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/signed-download-url": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an address to download one object from
         * @description Make an address to download one object from.
         */
        post: operations["postProjectsByProjectIDStorageSignedDownloadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/usage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get what the project stores and sends
         * @description Get what the project stores and sends.
         */
        get: operations["getProjectsByProjectIDStorageUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
            };
            cookie?: never;
        };
        /**
         * List rows
         * @description List rows.
         */
        get: operations["getDataByTable"];
        put?: never;
        /**
         * Insert one row or several
         * @description An array is inserted whole or not at all. `Prefer: resolution=merge-duplicates` with `?on_conflict=column` updates rows that exist; `resolution=ignore-duplicates` leaves them. `Idempotency-Key` makes a repeat safe.
         */
        post: operations["postDataByTable"];
        /**
         * Delete all rows that match a filter
         * @description At least one filter is required; `id=is.not.null` matches all rows. All rows are written or none. `Prefer: max-affected=10` refuses the request where more rows match, at most 10,000; `return=representation` answers with the rows instead of `{count: n}`. Rows that policies protect are passed over; where they protect all, the answer is 403. The rows are deleted softly, as single ones are.
         */
        delete: operations["deleteDataByTable"];
        options?: never;
        head?: never;
        /**
         * Change all rows that match a filter
         * @description At least one filter is required; `id=is.not.null` matches all rows. All rows are written or none. `Prefer: max-affected=10` refuses the request where more rows match, at most 10,000; `return=representation` answers with the rows instead of `{count: n}`. Rows that policies protect are passed over; where they protect all, the answer is 403.
         */
        patch: operations["patchDataByTable"];
        trace?: never;
    };
    "/api/v1/data/{table}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
                /**
                 * @description The id of the row.
                 * @example a5614527-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Get a row
         * @description Get a row.
         */
        get: operations["getDataByTableById"];
        put?: never;
        post?: never;
        /**
         * Delete a row
         * @description Delete a row.
         */
        delete: operations["deleteDataByTableById"];
        options?: never;
        head?: never;
        /**
         * Change part of a row
         * @description Change part of a row.
         */
        patch: operations["patchDataByTableById"];
        trace?: never;
    };
    "/api/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run several writes, all or none
         * @description Run several writes, all or none.
         */
        post: operations["postBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/batch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run several writes, all or none
         * @description Run several writes, all or none.
         */
        post: operations["postProjectsByProjectIDBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/records": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        /**
         * List records
         * @description List records.
         */
        get: operations["getProjectsByProjectIDTablesByTableIDRecords"];
        put?: never;
        /**
         * Create a record
         * @description Create a record.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDRecords"];
        /**
         * Delete several records
         * @description The records are those of `ids` in the body, or those that match the filters of the query string, as in a list; with both, those of `ids` that match. All are written or none, at most 10,000. With `expected_count` the answer is 409 where another number is concerned. They are deleted softly.
         */
        delete: operations["deleteProjectsByProjectIDTablesByTableIDRecords"];
        options?: never;
        head?: never;
        /**
         * Change several records
         * @description The records are those of `ids` in the body, or those that match the filters of the query string, as in a list; with both, those of `ids` that match. All are written or none, at most 10,000. With `expected_count` the answer is 409 where another number is concerned.
         */
        patch: operations["patchProjectsByProjectIDTablesByTableIDRecords"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/records/{recordID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
                /**
                 * @description The id of the record.
                 * @example bff293e5-0000-7000-8000-000000000001
                 */
                recordID: components["parameters"]["recordID"];
            };
            cookie?: never;
        };
        /**
         * Get a record
         * @description Get a record.
         */
        get: operations["getProjectsByProjectIDTablesByTableIDRecordsByRecordID"];
        put?: never;
        post?: never;
        /**
         * Delete a record
         * @description Delete a record.
         */
        delete: operations["deleteProjectsByProjectIDTablesByTableIDRecordsByRecordID"];
        options?: never;
        head?: never;
        /**
         * Change a record
         * @description Change a record.
         */
        patch: operations["patchProjectsByProjectIDTablesByTableIDRecordsByRecordID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/records/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore several deleted records
         * @description The records are those of `ids` in the body, or those that match the filters of the query string, as in a list; with both, those of `ids` that match. All are written or none, at most 10,000. With `expected_count` the answer is 409 where another number is concerned.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDRecordsRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/records/purge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove several deleted records for good
         * @description The records are those of `ids` in the body, or those that match the filters of the query string, as in a list; with both, those of `ids` that match. All are written or none, at most 10,000. With `expected_count` the answer is 409 where another number is concerned. Only deleted records are removed.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDRecordsPurge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/{table}/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
                /**
                 * @description The id of the row.
                 * @example a5614527-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted row
         * @description The policies must let the caller both delete and update the row. Rows that were deleted together with it stay deleted.
         */
        post: operations["postDataByTableByIdRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/records/{recordID}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
                /**
                 * @description The id of the record.
                 * @example bff293e5-0000-7000-8000-000000000001
                 */
                recordID: components["parameters"]["recordID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted record
         * @description The policies must let the caller both delete and update the row. Rows that were deleted together with it stay deleted.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDRecordsByRecordIDRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/records/{recordID}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
                /**
                 * @description The id of the record.
                 * @example bff293e5-0000-7000-8000-000000000001
                 */
                recordID: components["parameters"]["recordID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a deleted record for good
         * @description Only a record that has been deleted can be purged. Relationships with `on_delete: cascade` take the records that refer to it along, deleted or not.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDRecordsByRecordIDPurge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        /**
         * Export rows as CSV or NDJSON
         * @description All rows that match, as they are at one moment. An answer that ends early has no last chunk: clients report it as broken off.
         */
        get: operations["getProjectsByProjectIDTablesByTableIDExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Describe the project's own API
         * @description OpenAPI 3.1 of the tables and views, with typed rows, and of signing in. Dashboard sessions and secret keys get all of it, publishable keys what policies let them do.
         */
        get: operations["getProjectsByProjectIDOpenapiYaml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/graphql": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a GraphQL query or mutation
         * @description `Idempotency-Key` makes repeating a mutation safe.
         */
        post: operations["postProjectsByProjectIDGraphql"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/query/exec": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run read-only SQL
         * @description One SELECT, WITH or VALUES over the project's tables, under the caller's row-level security. Deleted rows are left out. `params` are the values of `$1`, `$2`, …, or of `:name` by their names.
         */
        post: operations["postProjectsByProjectIDQueryExec"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/query/saved": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List saved queries
         * @description In the order of their names; an end user sees their own. `Link: rel="next"` says where the next page is.
         */
        get: operations["getProjectsByProjectIDQuerySaved"];
        put?: never;
        /**
         * Save a query
         * @description What an end user saves is theirs; anything else is the project's, for all its callers to run.
         */
        post: operations["postProjectsByProjectIDQuerySaved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/query/saved/{queryID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The queryID.
                 * @example 961282e8-0000-7000-8000-000000000001
                 */
                queryID: components["parameters"]["queryID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved query
         * @description Delete a saved query.
         */
        delete: operations["deleteProjectsByProjectIDQuerySavedByQueryID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/query/saved/{queryID}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The queryID.
                 * @example 961282e8-0000-7000-8000-000000000001
                 */
                queryID: components["parameters"]["queryID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a saved query
         * @description It runs under the policies that hold for who runs it. `params` are the values of its parameters.
         */
        post: operations["postProjectsByProjectIDQuerySavedByQueryIDRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/query/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a structured query
         * @description Joins, filters, groups and sorts rows under the caller's row-level security of every table. Deleted rows are left out.
         */
        post: operations["postProjectsByProjectIDQueryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/query/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a structured query as SQL, URL and curl
         * @description Preview a structured query as SQL, URL and curl.
         */
        post: operations["postProjectsByProjectIDQueryPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/realtime/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the settings of live changes
         * @description Get the settings of live changes.
         */
        get: operations["getProjectsByProjectIDRealtimeSettings"];
        /**
         * Change the settings of live changes
         * @description What is left out keeps its value. It counts at once, also for open connections.
         */
        put: operations["putProjectsByProjectIDRealtimeSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/realtime/channels": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List channels
         * @description List channels.
         */
        get: operations["getProjectsByProjectIDRealtimeChannels"];
        put?: never;
        /**
         * Create a channel
         * @description Create a channel.
         */
        post: operations["postProjectsByProjectIDRealtimeChannels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/realtime/channels/{channelID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The channelID.
                 * @example 879077f7-0000-7000-8000-000000000001
                 */
                channelID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description Delete a channel.
         */
        delete: operations["deleteProjectsByProjectIDRealtimeChannelsByChannelID"];
        options?: never;
        head?: never;
        /**
         * Change a channel
         * @description Change a channel.
         */
        patch: operations["patchProjectsByProjectIDRealtimeChannelsByChannelID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/realtime/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Follow a table's changes as server-sent events
         * @description Credentials may stand in the query: `token` first, then `api_key`. After a break `Last-Event-ID` goes on where the stream ended; where that is not possible any more, the first event is `reset`.
         */
        get: operations["getProjectsByProjectIDRealtimeEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/realtime/connect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for a table's live changes
         * @description The token is valid for 24 hours, and no longer than what it was given for.
         */
        post: operations["postProjectsByProjectIDRealtimeConnect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/realtime/token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for the dashboard
         * @description It is valid for 10 minutes, and sees all rows, as the dashboard does.
         */
        post: operations["postProjectsByProjectIDRealtimeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/realtime/explain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain why a subscriber does or does not get an event
         * @description Explain why a subscriber does or does not get an event.
         */
        post: operations["postProjectsByProjectIDRealtimeExplain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/realtime/token/{tokenID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The tokenID.
                 * @example 9b25dee1-0000-7000-8000-000000000001
                 */
                tokenID: components["parameters"]["tokenID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a token of the dashboard back
         * @description Take a token of the dashboard back.
         */
        delete: operations["deleteProjectsByProjectIDRealtimeTokenByTokenID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description Changes of the control plane and readings of secrets, latest first: in the organisations that you may read it of, and of your own account, which a personal access token does not show.
         */
        get: operations["getAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List the audit log of a project
         * @description Latest first.
         */
        get: operations["getProjectsByProjectIDAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow platform events as server-sent events
         * @description Events named `event`, kept for 30 days. After a break `Last-Event-ID` goes on where the stream ended.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List platform events
         * @description Of the organisations that you are a member of, latest first, for 30 days.
         */
        get: operations["getEventsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow your notifications as server-sent events
         * @description Events named `notification`, kept for 30 days. After a break `Last-Event-ID` goes on where the stream ended.
         */
        get: operations["getMeNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/notifications/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your notifications
         * @description Of the organisations that you are a member of, latest first, for 30 days.
         */
        get: operations["getMeNotificationsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/notifications/{eventID}/read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The eventID.
                 * @example 1
                 */
                eventID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as read
         * @description Mark a notification as read.
         */
        post: operations["postMeNotificationsByEventIDRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all notifications as read
         * @description With `up_to`, those up to that one.
         */
        post: operations["postMeNotificationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/notifications/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how you are notified
         * @description Get how you are notified.
         */
        get: operations["getMeNotificationsPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how you are notified
         * @description Change how you are notified.
         */
        patch: operations["patchMeNotificationsPreferences"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/env": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List environment variables
         * @description List environment variables.
         */
        get: operations["getProjectsByProjectIDEnv"];
        put?: never;
        /**
         * Create an environment variable
         * @description Create an environment variable.
         */
        post: operations["postProjectsByProjectIDEnv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/env/{varID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The varID.
                 * @example bd4bb109-0000-7000-8000-000000000001
                 */
                varID: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an environment variable
         * @description Delete an environment variable.
         */
        delete: operations["deleteProjectsByProjectIDEnvByVarID"];
        options?: never;
        head?: never;
        /**
         * Change an environment variable
         * @description Change an environment variable.
         */
        patch: operations["patchProjectsByProjectIDEnvByVarID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/env/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write many environment variables
         * @description Creates and changes all of them or none. Variables that are not named stay as they are.
         */
        post: operations["postProjectsByProjectIDEnvBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/env/import": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the text of a .env file
         * @description Reads the text as dotenv does, and writes its variables as /env/bulk. Errors name the line. With `replace` the environment becomes what the text says; `dry_run` shows what would change.
         */
        post: operations["postProjectsByProjectIDEnvImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/env/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Export an environment as the text of a .env file
         * @description Export an environment as the text of a .env file.
         */
        get: operations["getProjectsByProjectIDEnvExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List secrets
         * @description Values are masked.
         */
        get: operations["getProjectsByProjectIDSecrets"];
        put?: never;
        /**
         * Create a secret
         * @description Create a secret.
         */
        post: operations["postProjectsByProjectIDSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/secrets/{secretID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The secretID.
                 * @example 4bd5ac17-0000-7000-8000-000000000001
                 */
                secretID: components["parameters"]["secretID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a secret with all its versions
         * @description Delete a secret with all its versions.
         */
        delete: operations["deleteProjectsByProjectIDSecretsBySecretID"];
        options?: never;
        head?: never;
        /**
         * Change a secret
         * @description A value becomes a new version; the latest 10 are kept.
         */
        patch: operations["patchProjectsByProjectIDSecretsBySecretID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/secrets/{secretID}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The secretID.
                 * @example 4bd5ac17-0000-7000-8000-000000000001
                 */
                secretID: components["parameters"]["secretID"];
            };
            cookie?: never;
        };
        /**
         * List the versions of a secret that are kept
         * @description List the versions of a secret that are kept.
         */
        get: operations["getProjectsByProjectIDSecretsBySecretIDVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/secrets/{secretID}/value": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The secretID.
                 * @example 4bd5ac17-0000-7000-8000-000000000001
                 */
                secretID: components["parameters"]["secretID"];
            };
            cookie?: never;
        };
        /**
         * Reveal a secret
         * @description Audited with who asks, and from which address.
         */
        get: operations["getProjectsByProjectIDSecretsBySecretIDValue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/resolve/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Letters, digits and underscores; kept in upper case.
                 * @example MAIL_PASSWORD
                 */
                key: string;
            };
            cookie?: never;
        };
        /**
         * Read a secret by its key
         * @description For servers. The key may be in lower case. Audited likewise.
         */
        get: operations["getSecretsResolveByKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the settings of payments
         * @description Credentials are masked.
         */
        get: operations["getProjectsByProjectIDPaymentsSettings"];
        /**
         * Change the settings of payments
         * @description What is left out keeps its value, as does a credential that is sent back masked. Audited.
         */
        put: operations["putProjectsByProjectIDPaymentsSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/settings/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the credentials of a provider
         * @description Asks the provider with the stored credentials; nobody is charged.
         */
        post: operations["postProjectsByProjectIDPaymentsSettingsTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/provider_a/stk-push": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prompt a phone to pay with provider A
         * @description The payer approves on the phone; what has become of it is in the transaction. 202 says that the provider gave no answer: do not send it again before the transaction has an outcome.
         */
        post: operations["postProjectsByProjectIDPaymentsProviderAStkPush"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/provider_b/initiate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a direct payment with provider B
         * @description Start a direct payment with provider B.
         */
        post: operations["postProjectsByProjectIDPaymentsProviderBInitiate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/provider_b/session": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session on the checkout page of provider B
         * @description The payer goes to `checkout_url` and pays there.
         */
        post: operations["postProjectsByProjectIDPaymentsProviderBSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/provider_b/status/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The reference.
                 * @example pay_d7ab4c19723d10f442
                 */
                reference: string;
            };
            cookie?: never;
        };
        /**
         * Get the state of a payment by its reference
         * @description Has the provider asked about a payment that is open, within the limits of the provider.
         */
        get: operations["getProjectsByProjectIDPaymentsProviderBStatusByReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List transactions
         * @description The latest first. Users see their own.
         */
        get: operations["getProjectsByProjectIDPaymentsTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/transactions.csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Export transactions as CSV
         * @description Takes the filters of the list; at most 100,000 lines.
         */
        get: operations["getProjectsByProjectIDPaymentsTransactionsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/transactions/{transactionID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The transactionID.
                 * @example a5614527-0000-7000-8000-000000000011
                 */
                transactionID: components["parameters"]["transactionID"];
            };
            cookie?: never;
        };
        /**
         * Get a transaction
         * @description Owners also get its timeline and its ledger lines. Others' transactions are a 404 to users.
         */
        get: operations["getProjectsByProjectIDPaymentsTransactionsByTransactionID"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/transactions/{transactionID}/reversal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The transactionID.
                 * @example a5614527-0000-7000-8000-000000000011
                 */
                transactionID: components["parameters"]["transactionID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that a payment was paid back
         * @description Pay it back with the provider first: this records it, in the ledger too.
         */
        post: operations["postProjectsByProjectIDPaymentsTransactionsByTransactionIDReversal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/transactions/{transactionID}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The transactionID.
                 * @example a5614527-0000-7000-8000-000000000011
                 */
                transactionID: components["parameters"]["transactionID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what became of a payment
         * @description For payments whose outcome the provider does not tell. Audited.
         */
        post: operations["postProjectsByProjectIDPaymentsTransactionsByTransactionIDResolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the balances of the ledger
         * @description Get the balances of the ledger.
         */
        get: operations["getProjectsByProjectIDPaymentsLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Compare transactions with what the providers say
         * @description Each difference has its cause and what to do about it.
         */
        get: operations["getProjectsByProjectIDPaymentsReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/payments/reconciliation/statements": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a provider's statement
         * @description CSV with the columns of the provider. Lines are matched by receipt, reference and account number; a payment that was open or failed becomes completed. The same statement may be sent again.
         */
        post: operations["postProjectsByProjectIDPaymentsReconciliationStatements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background jobs that have failed for good
         * @description Those of the last seven days, of projects in organisations in which you may see them.
         */
        get: operations["getJobsFailed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/failed/{jobID}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a failed job again
         * @description Run a failed job again.
         */
        post: operations["postJobsFailedByJobIDRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/failed/{jobID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Discard a failed job
         * @description Discard a failed job.
         */
        delete: operations["deleteJobsFailedByJobID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/cron": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List cron jobs
         * @description List cron jobs.
         */
        get: operations["getProjectsByProjectIDCron"];
        put?: never;
        /**
         * Create a cron job
         * @description Create a cron job.
         */
        post: operations["postProjectsByProjectIDCron"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/cron/{jobID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        /**
         * Get a cron job
         * @description Get a cron job.
         */
        get: operations["getProjectsByProjectIDCronByJobID"];
        put?: never;
        post?: never;
        /**
         * Delete a cron job with its history
         * @description Delete a cron job with its history.
         */
        delete: operations["deleteProjectsByProjectIDCronByJobID"];
        options?: never;
        head?: never;
        /**
         * Change a cron job
         * @description Change a cron job.
         */
        patch: operations["patchProjectsByProjectIDCronByJobID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/cron/{jobID}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a cron job now
         * @description In the background: the list of runs says how it went.
         */
        post: operations["postProjectsByProjectIDCronByJobIDRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/cron/{jobID}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        /**
         * List the runs of a cron job
         * @description Newest first; the latest 200 are kept, for 30 days.
         */
        get: operations["getProjectsByProjectIDCronByJobIDRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/{webhookID}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Newest first. They are kept for 7 days, at most 10,000 and 64 MB of each webhook.
         */
        get: operations["getProjectsByProjectIDWebhooksByWebhookIDDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/{webhookID}/deliveries/{deliveryID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
                /**
                 * @description The deliveryID.
                 * @example a5614527-0000-7000-8000-000000000017
                 */
                deliveryID: components["parameters"]["deliveryID"];
            };
            cookie?: never;
        };
        /**
         * Get a delivery of a webhook with its payload and attempts
         * @description Get a delivery of a webhook with its payload and attempts.
         */
        get: operations["getProjectsByProjectIDWebhooksByWebhookIDDeliveriesByDeliveryID"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/{webhookID}/deliveries/{deliveryID}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
                /**
                 * @description The deliveryID.
                 * @example a5614527-0000-7000-8000-000000000017
                 */
                deliveryID: components["parameters"]["deliveryID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery of a webhook again
         * @description At once, also one that has arrived. Its retries begin anew.
         */
        post: operations["postProjectsByProjectIDWebhooksByWebhookIDDeliveriesByDeliveryIDRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/{webhookID}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send many deliveries of a webhook again
         * @description All that have failed, or those of a span of time: the oldest 10000 first.
         */
        post: operations["postProjectsByProjectIDWebhooksByWebhookIDReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/{webhookID}/send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description The answer comes after the receiver has answered, or failed. It is not tried again.
         */
        post: operations["postProjectsByProjectIDWebhooksByWebhookIDSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/triggers/{triggerID}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries of a trigger
         * @description Newest first. They are kept for 7 days, at most 10,000 and 64 MB of each trigger.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/triggers/{triggerID}/deliveries/{deliveryID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
                /**
                 * @description The deliveryID.
                 * @example a5614527-0000-7000-8000-000000000017
                 */
                deliveryID: components["parameters"]["deliveryID"];
            };
            cookie?: never;
        };
        /**
         * Get a delivery of a trigger with its payload and attempts
         * @description Get a delivery of a trigger with its payload and attempts.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDDeliveriesByDeliveryID"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/triggers/{triggerID}/deliveries/{deliveryID}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
                /**
                 * @description The deliveryID.
                 * @example a5614527-0000-7000-8000-000000000017
                 */
                deliveryID: components["parameters"]["deliveryID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery of a trigger again
         * @description At once, also one that has arrived. Its retries begin anew.
         */
        post: operations["postProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDDeliveriesByDeliveryIDRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/triggers/{triggerID}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send many deliveries of a trigger again
         * @description All that have failed, or those of a span of time: the oldest 10000 first.
         */
        post: operations["postProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/triggers/{triggerID}/send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a trigger
         * @description The answer comes after the receiver has answered, or failed. It is not tried again.
         */
        post: operations["postProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List webhooks
         * @description List webhooks.
         */
        get: operations["getProjectsByProjectIDWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description The secret is shown this once. Events that happen after the answer are sent.
         */
        post: operations["postProjectsByProjectIDWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List the types of events
         * @description List the types of events.
         */
        get: operations["getProjectsByProjectIDWebhooksEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Get the settings of all webhooks
         * @description Get the settings of all webhooks.
         */
        get: operations["getProjectsByProjectIDWebhooksSettings"];
        /**
         * Set the hosts that webhooks may reach
         * @description Applies to every attempt from then on.
         */
        put: operations["putProjectsByProjectIDWebhooksSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/{webhookID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Get a webhook.
         */
        get: operations["getProjectsByProjectIDWebhooksByWebhookID"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook with its deliveries
         * @description Delete a webhook with its deliveries.
         */
        delete: operations["deleteProjectsByProjectIDWebhooksByWebhookID"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Change a webhook.
         */
        patch: operations["patchProjectsByProjectIDWebhooksByWebhookID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/webhooks/{webhookID}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret
         * @description It is shown this once. Deliveries carry a signature of each secret while both are valid.
         */
        post: operations["postProjectsByProjectIDWebhooksByWebhookIDRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        /**
         * List the triggers of a function
         * @description List the triggers of a function.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDTriggers"];
        put?: never;
        /**
         * Create a trigger
         * @description The function is called with a POST of each event that happens after the answer, at least once, until it answers 2xx.
         */
        post: operations["postProjectsByProjectIDFunctionsByFnIDTriggers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/functions/{fnID}/triggers/{triggerID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        /**
         * Get a trigger
         * @description Get a trigger.
         */
        get: operations["getProjectsByProjectIDFunctionsByFnIDTriggersByTriggerID"];
        put?: never;
        post?: never;
        /**
         * Delete a trigger with its deliveries
         * @description Delete a trigger with its deliveries.
         */
        delete: operations["deleteProjectsByProjectIDFunctionsByFnIDTriggersByTriggerID"];
        options?: never;
        head?: never;
        /**
         * Change a trigger
         * @description Change a trigger.
         */
        patch: operations["patchProjectsByProjectIDFunctionsByFnIDTriggersByTriggerID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/request-logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List the latest requests
         * @description Lines are kept for 7 days; of a flood, 1,000 lines a second.
         */
        get: operations["getProjectsByProjectIDRequestLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/request-logs/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * Follow requests as server-sent events
         * @description Events named `request`. After a break `Last-Event-ID` goes on where the stream ended.
         */
        get: operations["getProjectsByProjectIDRequestLogsStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        /**
         * List domains
         * @description List domains.
         */
        get: operations["getProjectsByProjectIDDomains"];
        put?: never;
        /**
         * Add a domain
         * @description The answer says which records the DNS needs. Then verify it.
         */
        post: operations["postProjectsByProjectIDDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/domains/{domainID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The domainID.
                 * @example 54128a34-0000-7000-8000-000000000001
                 */
                domainID: components["parameters"]["domainID"];
            };
            cookie?: never;
        };
        /**
         * Get a domain
         * @description Get a domain.
         */
        get: operations["getProjectsByProjectIDDomainsByDomainID"];
        put?: never;
        post?: never;
        /**
         * Remove a domain
         * @description Remove a domain.
         */
        delete: operations["deleteProjectsByProjectIDDomainsByDomainID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/domains/{domainID}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The domainID.
                 * @example 54128a34-0000-7000-8000-000000000001
                 */
                domainID: components["parameters"]["domainID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a domain now
         * @description Asks the DNS for the records. The server does so by itself too, less often.
         */
        post: operations["postProjectsByProjectIDDomainsByDomainIDVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether a certificate may be obtained for a host name
         * @description For a proxy with on-demand TLS, such as Caddy's `ask`: 200 for verified domains only.
         */
        get: operations["getDomainsAsk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the installation offers
         * @description Needs no credential: version, who can register, and which modules there are.
         */
        get: operations["getSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a file to a signed address
         * @description Upload a file to a signed address.
         */
        put: operations["putProjectsByProjectIDStorageUploads"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/buckets/{bucketID}/resumable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a resumable upload
         * @description tus 1.0 with `Tus-Resumable`, `Upload-Length` and `Upload-Metadata`, whose keys are `name`, `type`, `cache_control`, `metadata` and `overwrite`. The body may be the first bytes. `Upload-Concat` joins uploads that came in parallel.
         */
        post: operations["postProjectsByProjectIDStorageBucketsByBucketIDResumable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectID}/storage/resumable/{uploadID}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The uploadID.
                 * @example 7ef7bdf9-0000-7000-8000-000000000002
                 */
                uploadID: string;
            };
            cookie?: never;
        };
        /**
         * Get how far a resumable upload is
         * @description HEAD answers with `Upload-Offset`, as tus has it. One that has all its bytes becomes an object first.
         */
        get: operations["getProjectsByProjectIDStorageResumableByUploadID"];
        put?: never;
        post?: never;
        /**
         * End a resumable upload
         * @description End a resumable upload.
         */
        delete: operations["deleteProjectsByProjectIDStorageResumableByUploadID"];
        options?: never;
        head?: never;
        /**
         * Go on with a resumable upload
         * @description The body is what comes behind `Upload-Offset`, of type `application/offset+octet-stream`. `Upload-Checksum` is checked; without it, what arrives before a connection breaks is kept.
         */
        patch: operations["patchProjectsByProjectIDStorageResumableByUploadID"];
        trace?: never;
    };
    "/api/v1/projects/{projectID}/tables/{tableID}/import": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import rows from CSV or NDJSON
         * @description The body is `text/csv` or `application/x-ndjson`, up to 1 GB, in UTF-8. All rows are written or none: where lines are wrong, the answer is 400, and `details.report` names line, column and reason for the first 1000 of them; with `Accept: text/csv` it is the whole report as a file. `Prefer: resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them.
         */
        post: operations["postProjectsByProjectIDTablesByTableIDImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/provider_a/{projectID}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Called by provider A
         * @description Anything that is a callback is accepted; what it does depends on whether it proves true.
         */
        post: operations["postWebhooksProviderAByProjectIDCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/provider_b/{projectID}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Called by provider B
         * @description The signature in `X-Webhook-Signature` has to be right, and not older than five minutes.
         */
        post: operations["postWebhooksProviderBByProjectIDCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "id": "9b25dee1-0000-7000-8000-000000000001",
         *       "name": "deploy from CI",
         *       "prefix": "msp_example_",
         *       "permissions": [
         *         "schema:read",
         *         "functions:write"
         *       ],
         *       "organisation_ids": [],
         *       "project_ids": [],
         *       "expires_at": "2026-04-15T08:30:00.000Z",
         *       "last_used_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        AccessToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description How the token begins, to tell tokens apart. */
            prefix: string;
            permissions: string[];
            organisation_ids: string[];
            project_ids: string[];
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: date-time
             * @description Accurate to a minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        AccessTokenCreate: {
            name: string;
            /**
             * @description What the token may do where you may do it too; `*` stands for all that you may.
             * @default [
             *       "*"
             *     ]
             */
            permissions: string[];
            /** @description Organisations that the token reaches, with their projects. */
            organisation_ids?: string[];
            /** @description Single projects that it reaches. Without either list, it reaches all that you reach. */
            project_ids?: string[];
            /**
             * Format: date-time
             * @description In 90 days where it is left out, in 366 days at most.
             */
            expires_at?: string;
        };
        AccessTokenListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["AccessToken"][];
        };
        AccessTokenRotate: {
            /**
             * Format: date-time
             * @description In 90 days where it is left out, in 366 days at most.
             */
            expires_at?: string;
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000002",
         *       "email": "amina@example.com",
         *       "email_verified": false,
         *       "new_email": null,
         *       "full_name": "Amina Juma",
         *       "is_active": true,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Account: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @description Whether a code that was mailed to the address has come back. */
            email_verified: boolean;
            /** @description Takes the place of `email` once it is confirmed. */
            new_email: string | null;
            full_name: string;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        AccountAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Account"];
        };
        AccountChallenge: {
            /** @constant */
            mfa_required: true;
            /** @description For POST /auth/challenge. */
            mfa_token: string;
            /** Format: date-time */
            expires_at: string;
            /** @description What the account can answer with. */
            methods: components["schemas"]["AccountFactor"][];
        };
        AccountChallengeAnswer: {
            /** @description What the login has answered. */
            mfa_token: string;
            /** @description The 6 digits of the authenticator, or a recovery code. */
            code?: string;
            /** @description The answer to POST /auth/passkeys/options with the `mfa_token`. */
            passkey?: components["schemas"]["PasskeyAssertion"];
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /** @default {} */
        AccountConfirmation: {
            /** @description Needed where the account has no second factor. */
            current_password?: string;
            /** @description A code of the authenticator or a recovery code. */
            code?: string;
            /** @description The answer to POST /me/passkeys/confirm-options. */
            passkey?: components["schemas"]["PasskeyAssertion"];
        };
        AccountEmailVerify: {
            code: string;
        };
        /** @enum {string} */
        AccountFactor: "totp" | "recovery_code" | "passkey";
        /** @default {} */
        AccountFactorEnrol: {
            /** @description To tell one authenticator from another. */
            name?: string;
            /** @description Needed where the account has no second factor. */
            current_password?: string;
            /** @description A code of the authenticator or a recovery code. */
            code?: string;
            /** @description The answer to POST /me/passkeys/confirm-options. */
            passkey?: components["schemas"]["PasskeyAssertion"];
        };
        /** @default {} */
        AccountRefresh: {
            refresh_token?: string;
        };
        /**
         * @example {
         *       "tokens": {
         *         "access_token": "example.access.token",
         *         "access_token_expires_at": "2026-01-15T08:40:00.000Z",
         *         "token_type": "Bearer",
         *         "refresh_token": "example-refresh-token",
         *         "refresh_token_expires_at": "2026-02-14T08:30:00.000Z"
         *       },
         *       "device_token": "example-device-token"
         *     }
         */
        AccountRefreshed: {
            tokens: components["schemas"]["AccountTokens"];
            /** @description Keep it, also after signing out, and send it with the next sign-in on this device. */
            device_token: string;
        };
        AccountRefreshedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["AccountRefreshed"];
        };
        AccountReset: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
        };
        AccountResetConfirm: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            code: string;
            /** Format: password */
            new_password: string;
        };
        /**
         * @example {
         *       "email": "rehema@example.com",
         *       "expires_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        AccountResetRequested: {
            email: string;
            /** Format: date-time */
            expires_at: string;
        };
        AccountResetRequestedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["AccountResetRequested"];
        };
        /**
         * @example {
         *       "user": {
         *         "id": "a5614527-0000-7000-8000-000000000002",
         *         "email": "amina@example.com",
         *         "email_verified": false,
         *         "new_email": null,
         *         "full_name": "Amina Juma",
         *         "is_active": true,
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "updated_at": "2026-01-15T08:30:00.000Z"
         *       },
         *       "tokens": {
         *         "access_token": "example.access.token",
         *         "access_token_expires_at": "2026-01-15T08:40:00.000Z",
         *         "token_type": "Bearer",
         *         "refresh_token": "example-refresh-token",
         *         "refresh_token_expires_at": "2026-02-14T08:30:00.000Z"
         *       },
         *       "device_token": "example-device-token"
         *     }
         */
        AccountSession: {
            user: components["schemas"]["Account"];
            tokens: components["schemas"]["AccountTokens"];
            /** @description Keep it, also after signing out, and send it with the next sign-in on this device. */
            device_token: string;
        };
        AccountSessionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["AccountSession"];
        };
        AccountTokens: {
            access_token: string;
            /** Format: date-time */
            access_token_expires_at: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Can be used once; the answer has the next one. With `X-Msingi-Session: cookie` it is in the cookie. */
            refresh_token?: string;
            /** Format: date-time */
            refresh_token_expires_at: string;
        };
        AccountUpdate: {
            full_name?: string;
            /**
             * Format: email
             * @description Takes effect when the code that is mailed to it comes back: POST /me/verify-email.
             */
            email?: string;
            /**
             * Format: password
             * @description Ends all your other sessions.
             */
            new_password?: string;
            /** @description Needed to change the e-mail address or the password. */
            current_password?: string;
        };
        /** @default {} */
        AnonymousSignin: {
            /** @description Anything; the user may read and change it. */
            metadata?: components["schemas"]["JsonObject"];
        };
        /**
         * @example {
         *       "id": "4968493a-0000-7000-8000-000000000001",
         *       "name": "Website",
         *       "kind": "publishable",
         *       "prefix": "mpk_example_",
         *       "scopes": [
         *         "data:read"
         *       ],
         *       "expires_at": null,
         *       "last_used_at": null,
         *       "previous_expires_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            kind: components["schemas"]["ApiKeyKind"];
            /** @description How the key begins, to tell keys apart. */
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Until when the key from before a rotation works.
             */
            previous_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ApiKeyAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ApiKey"];
        };
        ApiKeyCreate: {
            name: string;
            /** @default secret */
            kind: components["schemas"]["ApiKeyKind"];
            /**
             * @description `<module>:read`, `<module>:write` or `*`.
             * @default [
             *       "*"
             *     ]
             */
            scopes: string[];
            expires_at?: string | null;
        };
        /**
         * @description `secret` is for servers and may all that no policy forbids; `publishable` may only what policies allow.
         * @enum {string}
         */
        ApiKeyKind: "secret" | "publishable";
        ApiKeyListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ApiKey"][];
        };
        /**
         * @default {
         *       "overlap_seconds": 86400
         *     }
         */
        ApiKeyRotate: {
            /**
             * @description How long the old key goes on working, in seconds.
             * @default 86400
             */
            overlap_seconds: number;
        };
        ApiKeyUpdate: {
            name?: string;
            /** @description `<module>:read`, `<module>:write` or `*`. */
            scopes?: string[];
            expires_at?: string | null;
        };
        /**
         * @example {
         *       "id": "190",
         *       "organisation_id": null,
         *       "project_id": null,
         *       "actor": "dashboard:50c9c4ae-0000-7000-8000-000000000001",
         *       "credential": "session:e265b6f5-0000-7000-8000-000000000001",
         *       "address": "203.0.113.7",
         *       "request_id": "734d11a1-0000-7000-8000-000000000001",
         *       "action": "account.update",
         *       "target": "123456",
         *       "details": {
         *         "route": "PATCH /me/notifications/preferences"
         *       },
         *       "before": null,
         *       "after": {
         *         "muted": [
         *           "project.deleted"
         *         ],
         *         "digest": "***"
         *       },
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        AuditEntry: {
            id: string;
            /**
             * Format: uuid
             * @description null where the entry is about your own account.
             */
            organisation_id: string | null;
            /** Format: uuid */
            project_id: string | null;
            /** @description `dashboard:<account>` or `api_key:<id>`. */
            actor: string;
            /** @description `session:<id>` or `api_key:<id>`. */
            credential: string | null;
            address: string;
            /** @description The `X-Request-Id` of the answer. */
            request_id: string | null;
            /** @description Such as `secrets.reveal` or `env.update`. */
            action: string;
            /** @description The id of what it was done to. */
            target: string;
            /** @description Names and numbers, never values. */
            details: {
                [key: string]: unknown;
            };
            /** @description What was changed, as it was, with secrets masked. */
            before: unknown;
            /** @description What it became, with secrets masked. */
            after: unknown;
            /** Format: date-time */
            created_at: string;
        };
        AuditEntryListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["AuditEntry"][];
        };
        /**
         * @example {
         *       "before_signup": null,
         *       "access_token": null,
         *       "send_mail": null,
         *       "send_sms": null
         *     }
         */
        AuthHooks: {
            /** @description The slug of the function that decides whether a user may be created, and may replace the metadata. */
            before_signup: string | null;
            /** @description The slug of the function that adds claims to access tokens. */
            access_token: string | null;
            /** @description The slug of the function that sends mail to users. */
            send_mail: string | null;
            /** @description The slug of the function that sends SMS to users. */
            send_sms: string | null;
        };
        AuthHooksAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["AuthHooks"];
        };
        AuthHooksUpdate: {
            /** @description The slug of the function that decides whether a user may be created, and may replace the metadata. */
            before_signup?: string | null;
            /** @description The slug of the function that adds claims to access tokens. */
            access_token?: string | null;
            /** @description The slug of the function that sends mail to users. */
            send_mail?: string | null;
            /** @description The slug of the function that sends SMS to users. */
            send_sms?: string | null;
        };
        /**
         * @example {
         *       "email_enabled": true,
         *       "phone_enabled": true,
         *       "allow_signup": true,
         *       "allow_anonymous": false,
         *       "require_email_verification": false,
         *       "require_phone_verification": false,
         *       "otp_length": 6,
         *       "otp_expiry_minutes": 10,
         *       "jwt_expiry_seconds": 3600,
         *       "redirect_urls": [
         *         "https://app.example/signed-in",
         *         "myapp://signed-in"
         *       ]
         *     }
         */
        AuthSettings: {
            /**
             * @description Signing up and in with e-mail address and password.
             * @default true
             */
            email_enabled: boolean;
            /**
             * @description Signing in with a one-time code by SMS.
             * @default true
             */
            phone_enabled: boolean;
            /**
             * @description Whether anybody may become a user.
             * @default true
             */
            allow_signup: boolean;
            /**
             * @description Signing in without telling anything of oneself.
             * @default false
             */
            allow_anonymous: boolean;
            /**
             * @description Whether users whose address nobody has proven are kept from signing in.
             * @default false
             */
            require_email_verification: boolean;
            /**
             * @description Whether an unverified number cannot be used to sign in, and moves to the user who verifies it.
             * @default false
             */
            require_phone_verification: boolean;
            /**
             * @description Digits of a one-time code.
             * @default 6
             */
            otp_length: number;
            /**
             * @description How long a one-time code is valid.
             * @default 10
             */
            otp_expiry_minutes: number;
            /**
             * @description How long an access token is valid.
             * @default 3600
             */
            jwt_expiry_seconds: number;
            /**
             * @description Where browsers and apps may be sent back to after signing in elsewhere; any query may follow. Links in mail lead to the first, unless the request names another.
             * @default []
             */
            redirect_urls: string[];
        };
        AuthSettingsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["AuthSettings"];
        };
        AuthSettingsUpdate: {
            email_enabled?: boolean;
            phone_enabled?: boolean;
            allow_signup?: boolean;
            allow_anonymous?: boolean;
            require_email_verification?: boolean;
            require_phone_verification?: boolean;
            otp_length?: number;
            otp_expiry_minutes?: number;
            jwt_expiry_seconds?: number;
            redirect_urls?: string[];
        };
        Batch: {
            operations: ({
                /** @constant */
                method: "POST";
                table: string;
                body: components["schemas"]["RowInput"];
            } | {
                /** @constant */
                method: "PATCH";
                table: string;
                id: string;
                body: components["schemas"]["RowInput"];
            } | {
                /** @constant */
                method: "DELETE";
                table: string;
                id: string;
            })[];
        };
        BatchResult: {
            status: number;
            data: unknown;
        };
        /**
         * @example [
         *       {
         *         "status": 201,
         *         "data": {
         *           "id": "a5614527-0000-7000-8000-000000000020",
         *           "title": "Utengano",
         *           "price": 9,
         *           "created_at": "2026-01-15T08:30:00.000Z",
         *           "updated_at": "2026-01-15T08:30:00.000Z",
         *           "deleted_at": null,
         *           "author_id": null
         *         }
         *       }
         *     ]
         */
        BatchResults: components["schemas"]["BatchResult"][];
        BatchResultsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["BatchResults"];
        };
        /**
         * @example {
         *       "plan": {
         *         "id": "self-hosted",
         *         "name": "Self-hosted",
         *         "description": "Everything, without quotas.",
         *         "price": 0,
         *         "currency": "USD",
         *         "meters": {}
         *       },
         *       "version": 0,
         *       "next_plan": null,
         *       "period": {
         *         "starts": "2026-01-01",
         *         "ends": "2026-02-01"
         *       },
         *       "meters": [
         *         {
         *           "meter": "requests",
         *           "used": 41200,
         *           "forecast": 85000,
         *           "included": 0,
         *           "limit": null
         *         }
         *       ],
         *       "currency": "USD",
         *       "amount": 0,
         *       "forecast_amount": 0,
         *       "lines": []
         *     }
         */
        Billing: {
            plan: components["schemas"]["Plan"];
            /** @description Grows with each change; `PATCH` takes it to refuse changes of something else. */
            version: number;
            /** @description The plan that takes the place of this one when the month ends. */
            next_plan: {
                id: string;
                /** Format: date */
                starts: string;
            } | null;
            period: {
                /** Format: date */
                starts: string;
                /**
                 * Format: date
                 * @description The first day that is not included.
                 */
                ends: string;
            };
            meters: {
                /** @enum {string} */
                meter: "requests" | "egress_bytes" | "function_invocations" | "function_cpu_ms" | "live_connections" | "live_messages" | "sign_ins" | "webhook_attempts" | "active_users" | "payments" | "database_rows" | "database_bytes" | "storage_bytes";
                used: number;
                /** @description What it will be at the end of the month if it goes on like this. */
                forecast: number;
                included: number;
                /** @description The quota; null without one. */
                limit: number | null;
            }[];
            currency: string;
            /** @description What the month costs until now, in minor units of the currency. */
            amount: number;
            /** @description In minor units of the currency. */
            forecast_amount: number;
            lines: components["schemas"]["InvoiceLine"][];
        };
        BillingAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Billing"];
        };
        /**
         * @example {
         *       "id": "424efb52-0000-7000-8000-000000000001",
         *       "slug": "covers",
         *       "name": "Covers",
         *       "is_public": true,
         *       "file_size_limit": null,
         *       "allowed_mime_types": [
         *         "image/*"
         *       ],
         *       "is_emptying": false,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Bucket: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            is_public: boolean;
            file_size_limit: number | null;
            allowed_mime_types: string[] | null;
            /** @description The bucket is being deleted with its objects. */
            is_emptying: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        BucketAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Bucket"];
        };
        BucketChanges: {
            name?: string;
            is_public?: boolean;
            /** @description The most bytes of one file; null for no limit of the bucket. */
            file_size_limit?: number | null;
            /** @description The types that files may have, such as `image/png` or `image/*`; null for all. */
            allowed_mime_types?: string[] | null;
        };
        BucketInput: {
            name: string;
            /** @description By default made of the name. It cannot be changed later. */
            slug?: string;
            /**
             * @description Files of a public bucket can be read by everyone.
             * @default false
             */
            is_public: boolean;
            /**
             * @description The most bytes of one file; null for no limit of the bucket.
             * @default null
             */
            file_size_limit: number | null;
            /**
             * @description The types that files may have, such as `image/png` or `image/*`; null for all.
             * @default null
             */
            allowed_mime_types: string[] | null;
        };
        BucketListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Bucket"][];
        };
        /**
         * @example {
         *       "id": "879077f7-0000-7000-8000-000000000001",
         *       "name": "lobby",
         *       "table_id": null,
         *       "enabled": true,
         *       "channel": "channel:bc6026f5-0000-7000-8000-000000000002:lobby",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Channel: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            table_id: string | null;
            /** @description Whether anything goes through it. */
            enabled: boolean;
            /** @description What clients of the WebSocket transport call it. */
            channel: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ChannelAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Channel"];
        };
        ChannelCreate: {
            name: string;
            /**
             * Format: uuid
             * @description A table whose changes the channel stands for; without, it carries the clients' own messages.
             */
            table_id?: string | null;
            /**
             * @description Whether anything goes through it.
             * @default true
             */
            enabled: boolean;
        };
        ChannelListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Channel"][];
        };
        ChannelUpdate: {
            name?: string;
            /** @description Whether anything goes through it. */
            enabled?: boolean;
        };
        CodeExchange: {
            code: string;
            /** @description Needed where the sign-in began with a code_challenge. */
            code_verifier?: string;
        };
        /**
         * @example {
         *       "id": "ecc54356-0000-7000-8000-000000000002",
         *       "name": "author_id",
         *       "data_type": "uuid",
         *       "char_length": null,
         *       "required": false,
         *       "unique": false,
         *       "indexed": false,
         *       "description": null,
         *       "default_value": null,
         *       "enum_values": null,
         *       "is_system": false
         *     }
         */
        Column: {
            /** Format: uuid */
            id: string;
            name: string;
            data_type: components["schemas"]["DataType"];
            char_length: number | null;
            required: boolean;
            unique: boolean;
            indexed: boolean;
            description: string | null;
            default_value: unknown;
            enum_values: string[] | null;
            /** @description System columns are filled in by the server and cannot be changed. */
            is_system: boolean;
            /** @description What happens to the row when the file of a `file` column is deleted: `set_null` unless said, `restrict` if required. */
            on_delete?: components["schemas"]["OnDelete"];
        };
        ColumnAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Column"];
        };
        ColumnCreate: {
            /** @description Becomes lower case, with words joined by `_`. */
            name: string;
            data_type: components["schemas"]["DataType"];
            /** @description How many characters a `string` (255 unless said) or a `char` (1 unless said) holds. */
            char_length?: number | null;
            /** @default false */
            required: boolean;
            /**
             * @description Among rows that are not deleted.
             * @default false
             */
            unique: boolean;
            /** @default false */
            indexed: boolean;
            description?: string | null;
            /** @description A value of the type, also as a text (`"false"`, `"0"`, `"{}"`), or except for texts and JSON a SQL expression: `now()`, `current_date`, `gen_random_uuid()`, `auth.uid()`, or any that `exec-ddl` allows. */
            default_value?: unknown;
            /** @description The values of an `enum` column, in their order. */
            enum_values?: string[] | null;
            /** @description What happens to the row when the file of a `file` column is deleted: `set_null` unless said, `restrict` if required. */
            on_delete?: components["schemas"]["OnDelete"];
        };
        ColumnUpdate: {
            name?: string;
            data_type?: components["schemas"]["DataType"];
            /** @description How many characters a `string` (255 unless said) or a `char` (1 unless said) holds. */
            char_length?: number | null;
            required?: boolean;
            unique?: boolean;
            indexed?: boolean;
            description?: string | null;
            /** @description `null` takes the default away. */
            default_value?: unknown;
            /** @description The values of an `enum` column, in their order. */
            enum_values?: string[] | null;
            /** @description What happens to the row when the file of a `file` column is deleted: `set_null` unless said, `restrict` if required. */
            on_delete?: components["schemas"]["OnDelete"];
            /**
             * @description Change the type even if values are lost; those that cannot be converted become null.
             * @default false
             */
            force: boolean;
        };
        /**
         * @example {
         *       "id": "b2c6070b-0000-7000-8000-000000000002",
         *       "name": "Nightly report",
         *       "schedule": "0 3 * * *",
         *       "timezone": "Africa/Nairobi",
         *       "target_type": "http",
         *       "target_url": "https://hooks.example.com/report",
         *       "function_slug": null,
         *       "payload": {
         *         "kind": "daily"
         *       },
         *       "overlap": "skip",
         *       "enabled": true,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "next_runs": [
         *         "2026-01-15T12:20:00.000Z",
         *         "2026-01-16T12:20:00.000Z",
         *         "2026-01-17T12:20:00.000Z"
         *       ]
         *     }
         */
        CronJob: {
            /** Format: uuid */
            id: string;
            name: string;
            schedule: string;
            timezone: string;
            /** @enum {string} */
            target_type: "http" | "function";
            target_url: string | null;
            function_slug: string | null;
            payload: components["schemas"]["JsonObject"] | null;
            overlap: components["schemas"]["CronOverlap"];
            enabled: boolean;
            /** @description The next five; none while it is disabled. */
            next_runs: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CronJobAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["CronJob"];
        };
        CronJobCreate: {
            name: string;
            /** @description Minute, hour, day, month, weekday: `*\/5 * * * *` is every five minutes. */
            schedule: string;
            /**
             * @description Such as `Africa/Nairobi`. Where clocks go back, a job runs once.
             * @default UTC
             */
            timezone: string;
            /** @enum {string} */
            target_type: "http" | "function";
            /** @description It is called with POST, and the payload as JSON. */
            target_url?: string | null;
            /** @description A function of the project, which receives the payload as JSON. */
            function_slug?: string | null;
            payload?: components["schemas"]["JsonObject"] | null;
            /** @default skip */
            overlap: components["schemas"]["CronOverlap"];
            /** @default true */
            enabled: boolean;
        };
        CronJobListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["CronJob"][];
        };
        CronJobUpdate: {
            name?: string;
            /** @description Minute, hour, day, month, weekday: `*\/5 * * * *` is every five minutes. */
            schedule?: string;
            /** @description Such as `Africa/Nairobi`. Where clocks go back, a job runs once. */
            timezone?: string;
            /** @enum {string} */
            target_type?: "http" | "function";
            /** @description It is called with POST, and the payload as JSON. */
            target_url?: string | null;
            /** @description A function of the project, which receives the payload as JSON. */
            function_slug?: string | null;
            payload?: {
                [key: string]: unknown;
            } | null;
            overlap?: components["schemas"]["CronOverlap"];
            enabled?: boolean;
        };
        /**
         * @description What a run does while the one before goes on: leave out, wait, or run as well.
         * @enum {string}
         */
        CronOverlap: "skip" | "queue" | "allow";
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000007",
         *       "trigger": "manual",
         *       "status": "queued",
         *       "scheduled_at": "2026-01-15T08:30:00.000Z",
         *       "started_at": null,
         *       "finished_at": null,
         *       "response_status": null,
         *       "output": null,
         *       "error": null
         *     }
         */
        CronRun: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            trigger: "schedule" | "manual";
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "skipped";
            /** Format: date-time */
            scheduled_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            response_status: number | null;
            /** @description The first 64 KB of the response. */
            output: string | null;
            error: string | null;
        };
        CronRunAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["CronRun"];
        };
        CronRunListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["CronRun"][];
        };
        /**
         * @example {
         *       "id": "b0538d76-0000-7000-8000-000000000001",
         *       "user_agent": "example-agent/1.0",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_used_at": "2026-01-15T08:30:00.000Z",
         *       "expires_at": "2026-02-14T08:30:00.000Z",
         *       "address": "203.0.113.7",
         *       "methods": [
         *         "password"
         *       ],
         *       "current": false
         *     }
         */
        DashboardSession: {
            /** Format: uuid */
            id: string;
            user_agent: string | null;
            /** @description Whether this request was made in it. */
            current: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it began or was last refreshed.
             */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description The network address of its last sign-in or refresh. */
            address: string | null;
            /** @description How it was opened, such as `password` and `totp`. */
            methods: string[];
        };
        DashboardSessionListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["DashboardSession"][];
        };
        /** @enum {string} */
        DataType: "string" | "text" | "integer" | "smallint" | "bigint" | "serial" | "decimal" | "float" | "boolean" | "date" | "timestamp" | "time" | "interval" | "uuid" | "json" | "jsonb" | "enum" | "email" | "phone" | "money" | "file" | "char" | "bytea" | "inet";
        DdlInput: {
            /** @description Statements, which run in one transaction: all of them or none. */
            sql: string;
            /**
             * @description Say what would change, and undo it.
             * @default false
             */
            dry_run: boolean;
        };
        /**
         * @example {
         *       "statements": 1,
         *       "dry_run": true,
         *       "added": [
         *         {
         *           "kind": "column",
         *           "name": "publishers.created_at",
         *           "definition": "timestamp with time zone not null default now()"
         *         }
         *       ],
         *       "removed": [],
         *       "changed": []
         *     }
         */
        DdlResult: {
            /** @description How many statements ran. */
            statements: number;
            dry_run: boolean;
            added: components["schemas"]["SchemaObject"][];
            removed: components["schemas"]["SchemaObject"][];
            changed: {
                /** @enum {string} */
                kind: "table" | "column" | "constraint" | "index" | "view" | "function" | "trigger" | "type";
                name: string;
                definition: string;
                was: {
                    name: string;
                    definition: string;
                };
            }[];
        };
        DdlResultAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["DdlResult"];
        };
        Dependent: {
            /** @description `view`, `trigger`, `policy`, `column`, `constraint`, `index` or `function`. */
            kind: string;
            name: string;
        };
        /**
         * @example {
         *       "nodes": [
         *         {
         *           "id": "a5614527-0000-7000-8000-000000000012",
         *           "slug": "authors",
         *           "name": "authors",
         *           "description": null,
         *           "read_only": false,
         *           "columns": [
         *             {
         *               "id": "a5614527-0000-7000-8000-000000000013",
         *               "name": "id",
         *               "data_type": "uuid",
         *               "required": true,
         *               "unique": true,
         *               "primary_key": true,
         *               "foreign_key": false
         *             }
         *           ],
         *           "position": {
         *             "x": 0,
         *             "y": 0
         *           },
         *           "width": 260,
         *           "height": 184
         *         }
         *       ],
         *       "edges": [
         *         {
         *           "id": "a5614527-0000-7000-8000-000000000014",
         *           "name": "author",
         *           "source": "566fd64c-0000-7000-8000-000000000002",
         *           "target": "a5614527-0000-7000-8000-000000000012",
         *           "from_table": "books",
         *           "from_column": "author_id",
         *           "to_table": "authors",
         *           "to_column": "id",
         *           "on_delete": "restrict",
         *           "cardinality": "many_to_one"
         *         }
         *       ],
         *       "mermaid": "erDiagram\n  authors {\n    uuid id PK\n    string name\n    timestamp created_at\n    timestamp updated_at\n    timestamp deleted_at\n  }\n  books {\n    uuid id PK…"
         *     }
         */
        Diagram: {
            nodes: components["schemas"]["DiagramNode"][];
            edges: components["schemas"]["DiagramEdge"][];
            /** @description The same as an entity-relationship diagram of Mermaid. */
            mermaid: string;
        };
        DiagramAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Diagram"];
        };
        DiagramEdge: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * Format: uuid
             * @description The id of the node that refers.
             */
            source: string;
            /**
             * Format: uuid
             * @description The id of the node that it refers to.
             */
            target: string;
            from_table: string;
            from_column: string;
            to_table: string;
            to_column: string;
            on_delete: components["schemas"]["OnDelete"];
            /** @enum {string} */
            cardinality: "many_to_one" | "one_to_one";
        };
        DiagramNode: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            description: string | null;
            read_only: boolean;
            columns: {
                /** Format: uuid */
                id: string;
                name: string;
                data_type: components["schemas"]["DataType"];
                required: boolean;
                unique: boolean;
                primary_key: boolean;
                foreign_key: boolean;
            }[];
            /** @description Of the upper left corner. */
            position: {
                x: number;
                y: number;
            };
            width: number;
            height: number;
        };
        DirectPayment: {
            /** @description With its country code, or as it is written in its country. */
            phone: string;
            /** @description In whole shillings: KES of provider A, TZS of provider B. */
            amount: number;
            first_name: string;
            last_name: string;
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email?: string;
            description?: string;
            order_id?: string;
            /** @description Anything, to find the payment again by. */
            metadata?: components["schemas"]["JsonObject"];
            /**
             * Format: uuid
             * @description Whose payment it is; signed-in users always pay for themselves.
             */
            user_id?: string;
        };
        /**
         * @example {
         *       "transaction_id": "a5614527-0000-7000-8000-000000000010",
         *       "status": "pending",
         *       "amount": 9000,
         *       "currency": "TZS",
         *       "reference": "pay_d7ab4c19723d10f442",
         *       "phone": "+255754123456",
         *       "expires_at": "2026-01-15T08:40:00.000Z"
         *     }
         */
        DirectStarted: {
            /** Format: uuid */
            transaction_id: string;
            /** @enum {string} */
            status: "submitting" | "pending" | "unknown" | "completed" | "failed" | "cancelled" | "expired" | "reversed";
            amount: number;
            currency: string;
            phone: string | null;
            reference: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        DirectStartedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["DirectStarted"];
        };
        /**
         * @example {
         *       "id": "54128a34-0000-7000-8000-000000000001",
         *       "project_id": "bc6026f5-0000-7000-8000-000000000002",
         *       "name": "shop.example.com",
         *       "status": "verified",
         *       "error": null,
         *       "checked_at": "2026-01-15T08:30:00.000Z",
         *       "verified_at": "2026-01-15T08:30:00.000Z",
         *       "lost_since": null,
         *       "next_check_at": "2026-01-16T08:30:00.000Z",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "records": [
         *         {
         *           "type": "TXT",
         *           "name": "_msingi-challenge.shop.example.com",
         *           "value": "msingi-example-proof-of-ownership",
         *           "found": true
         *         }
         *       ]
         *     }
         */
        Domain: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            name: string;
            /** @enum {string} */
            status: "pending" | "verified" | "disabled";
            /** @description The records that the DNS needs. */
            records: {
                /** @enum {string} */
                type: "TXT" | "CNAME";
                name: string;
                /** @description Null where the server has no public address of its own. */
                value: string | null;
                /** @description Whether the last look has found it. Instead of CNAME, A and AAAA do. */
                found: boolean;
            }[];
            error: string | null;
            /** Format: date-time */
            checked_at: string | null;
            /** Format: date-time */
            verified_at: string | null;
            /** Format: date-time */
            lost_since: string | null;
            /** Format: date-time */
            next_check_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        DomainAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Domain"];
        };
        DomainCreate: {
            /** @description A host name that you own, such as api.example.com. */
            name: string;
        };
        DomainListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Domain"][];
        };
        /**
         * @example {
         *       "user": {
         *         "id": "c7a1a7b6-0000-7000-8000-000000000002",
         *         "email": "neema.said@example.com",
         *         "phone": "+255712345678",
         *         "full_name": "Neema Said",
         *         "is_active": true,
         *         "is_anonymous": false,
         *         "email_verified": true,
         *         "phone_verified": false,
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "updated_at": "2026-01-15T08:30:00.000Z",
         *         "metadata": {
         *           "language": "sw"
         *         }
         *       }
         *     }
         */
        EmailVerified: {
            user: components["schemas"]["User"];
        };
        EmailVerifiedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["EmailVerified"];
        };
        EmptyAnswer: components["schemas"]["Success"] & {
            data: null;
        };
        /**
         * @example {
         *       "id": "bd4bb109-0000-7000-8000-000000000001",
         *       "key": "SHOP_NAME",
         *       "value": "Duka",
         *       "environment": "production",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        EnvVar: {
            /** Format: uuid */
            id: string;
            key: string;
            value: string;
            environment: components["schemas"]["EnvironmentName"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        EnvVarAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["EnvVar"];
        };
        EnvVarCreate: {
            /** @description Upper-case letters, digits and underscores; unique in its environment. */
            key: string;
            value: string;
            environment: components["schemas"]["EnvironmentName"];
        };
        EnvVarListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["EnvVar"][];
        };
        EnvVarUpdate: {
            value?: string;
            /** @description Moves the variable to another environment. */
            environment?: components["schemas"]["EnvironmentName"];
        };
        EnvVarsImport: {
            environment: components["schemas"]["EnvironmentName"];
            /** @description The text of a .env file. */
            text: string;
            /**
             * @description Deletes the variables of the environment that the text does not name.
             * @default false
             */
            replace: boolean;
            /**
             * @description Changes nothing, and returns what would change.
             * @default false
             */
            dry_run: boolean;
        };
        EnvVarsWrite: {
            environment: components["schemas"]["EnvironmentName"];
            /** @description Keys and their values, which are strings. */
            vars: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        EnvironmentName: "production" | "preview" | "development";
        /** @description A refusal. */
        Error: {
            /** @constant */
            success: false;
            /** @description What is wrong and what to do, in a sentence. */
            message: string;
            /** @description One sentence per thing that is wrong. */
            errors: string[];
            /** @description For programs: names of fields, positions, constraints. */
            details?: unknown;
        };
        /**
         * @example {
         *       "delivered": false,
         *       "reasons": [
         *         "This subscriber has no connection on this node that is subscribed to the table."
         *       ],
         *       "connections": 0,
         *       "last_disconnects": [],
         *       "policies": []
         *     }
         */
        EventExplanation: {
            /** @description Whether a subscriber who is connected now gets such an event. */
            delivered: boolean;
            /** @description What stands in the way, in sentences. */
            reasons: string[];
            /** @description How many connections of the subscriber follow the table on this node. */
            connections: number;
            /** @description How the subscriber's latest connections ended, the latest first. */
            last_disconnects: {
                reason: string;
                /** Format: date-time */
                at: string;
            }[];
            /** @description The policies for select, and which of them decided. */
            policies: {
                /** Format: uuid */
                id: string;
                subject: string;
                effect: string;
                condition: string | null;
                subject_matches: boolean;
                condition_matches: boolean | null;
                decides: boolean;
            }[];
        };
        EventExplanationAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["EventExplanation"];
        };
        EventQuestion: {
            /** @description The slug of the table. */
            table: string;
            /**
             * @default INSERT
             * @enum {string}
             */
            type: "INSERT" | "UPDATE" | "DELETE";
            /** @description The subscriber holds an API key of this kind. */
            key?: components["schemas"]["ApiKeyKind"];
            /**
             * Format: uuid
             * @description The subscriber is this user, with the roles and claims of now.
             */
            user_id?: string;
            /**
             * Format: uuid
             * @description A row of the table, as it is now.
             */
            row_id?: string;
            /** @description A row as the event had it. */
            row?: components["schemas"]["JsonObject"];
        };
        /**
         * @example {
         *       "environment": "production",
         *       "text": "CURRENCY=TZS\nSHOP_NAME=Duka\n",
         *       "omitted": []
         *     }
         */
        ExportedEnvVars: {
            environment: components["schemas"]["EnvironmentName"];
            text: string;
            /** @description Keys whose values no .env file can hold: those with all three kinds of quotes. */
            omitted: string[];
        };
        ExportedEnvVarsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ExportedEnvVars"];
        };
        /**
         * @example {
         *       "id": "60c663b2-0000-7000-8000-000000000001",
         *       "type": "totp",
         *       "name": "Phone",
         *       "status": "active",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "activated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Factor: {
            /** Format: uuid */
            id: string;
            /** @constant */
            type: "totp";
            name: string | null;
            status: components["schemas"]["FactorStatus"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            activated_at: string | null;
        };
        FactorActivate: {
            code: string;
        };
        /**
         * @example {
         *       "factor": {
         *         "id": "60c663b2-0000-7000-8000-000000000001",
         *         "type": "totp",
         *         "name": "Phone",
         *         "status": "active",
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "activated_at": "2026-01-15T08:30:00.000Z"
         *       },
         *       "recovery_codes": [
         *         "abcde-fghij",
         *         "abcde-fghij",
         *         "abcde-fghij"
         *       ]
         *     }
         */
        FactorActivated: {
            factor: components["schemas"]["Factor"];
            /** @description With the first factor only; each works once. Shown once. */
            recovery_codes: components["schemas"]["RecoveryCodes"] | null;
        };
        FactorActivatedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FactorActivated"];
        };
        FactorCode: {
            /** @description The 6 digits of the authenticator, or a recovery code. */
            code: string;
        };
        /** @default {} */
        FactorEnrol: {
            /** @description For the user to tell one authenticator from another. */
            name?: string;
            /** @description Needed where the user has a password. */
            current_password?: string;
            /** @description Needed where the user has a second factor already. */
            code?: string;
        };
        /**
         * @example {
         *       "id": "60c663b2-0000-7000-8000-000000000001",
         *       "type": "totp",
         *       "name": "Phone",
         *       "status": "pending",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "activated_at": null,
         *       "secret": "EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM",
         *       "uri": "otpauth://totp/Duka:neema%40example.com?secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM&issuer=Duka"
         *     }
         */
        FactorEnrolled: {
            /** Format: uuid */
            id: string;
            /** @constant */
            type: "totp";
            name: string | null;
            status: components["schemas"]["FactorStatus"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            activated_at: string | null;
            /** @description In base 32, to type in. Shown once. */
            secret: string;
            /** @description otpauth://…, to show as a QR code. */
            uri: string;
        };
        FactorEnrolledAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FactorEnrolled"];
        };
        FactorListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Factor"][];
        };
        /** @default {} */
        FactorRemove: {
            /** @description Needed for a factor that is active. */
            code?: string;
        };
        /** @enum {string} */
        FactorStatus: "pending" | "active";
        FactorVerify: {
            mfa_token: string;
            /** @description The 6 digits of the authenticator, or a recovery code. */
            code: string;
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /**
         * @example {
         *       "id": "b2c6070b-0000-7000-8000-000000000001",
         *       "name": "nightly-report",
         *       "project_id": "bc6026f5-0000-7000-8000-000000000002",
         *       "error": "It took too long.",
         *       "attempts": 1,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "failed_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        FailedJob: {
            /** Format: uuid */
            id: string;
            /** @description The kind of job; `function-event` is an event on its way to a function. */
            name: string;
            /** Format: uuid */
            project_id: string;
            /** @description Why the latest attempt has failed. */
            error: string;
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            failed_at: string;
        };
        FailedJobListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FailedJob"][];
        };
        FolderInput: {
            /** @description Such as `photos/2026`. */
            name: string;
        };
        /**
         * @example {
         *       "id": "9bc0b8dc-0000-7000-8000-000000000001",
         *       "slug": "greet",
         *       "name": "Greet",
         *       "runtime": "typescript",
         *       "access": "public",
         *       "environment": "production",
         *       "timeout_ms": 30000,
         *       "concurrency": 50,
         *       "allowed_hosts": null,
         *       "version": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "files": {
         *         "index.ts": "export default {\n  async fetch(request, env, ctx) {\n    const { name } = await request.json()\n    console.log('greeting', name)\n    return Response.json({ greet…"
         *       },
         *       "code": "123456",
         *       "changed": true,
         *       "url": "https://api.example.com/fn/bc6026f5-0000-7000-8000-000000000002/greet"
         *     }
         */
        Function: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            access: components["schemas"]["FunctionAccess"];
            /** @description The environment whose variables the function receives. */
            environment: components["schemas"]["EnvironmentName"];
            /** @description Milliseconds that one invocation may take. */
            timeout_ms: number;
            /** @description Invocations at the same time on each node. */
            concurrency: number;
            /** @description The only hosts that `fetch` of the function reaches; null for all public ones. */
            allowed_hosts: string[] | null;
            runtime: components["schemas"]["FunctionRuntime"];
            /** @description Where it answers over HTTP, with any path behind it. */
            url: string;
            /** @description The version that runs, or null before the first deployment. */
            version: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The text of the entry of the draft. */
            code: string;
            /** @description The texts of the files by their paths, such as `index.ts` and `lib/mail.ts`. */
            files: {
                [key: string]: string;
            };
            /** @description Whether the draft is not what runs. */
            changed: boolean;
        };
        /**
         * @description Who may call it: `private` secret keys and dashboard users, `authenticated` signed-in users too, `public` everybody.
         * @enum {string}
         */
        FunctionAccess: "private" | "authenticated" | "public";
        FunctionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Function"];
        };
        FunctionCreate: {
            name: string;
            /** @default private */
            access: components["schemas"]["FunctionAccess"];
            /**
             * @description The environment whose variables the function receives.
             * @default production
             */
            environment: components["schemas"]["EnvironmentName"];
            /**
             * @description Milliseconds that one invocation may take.
             * @default 30000
             */
            timeout_ms: number;
            /**
             * @description Invocations at the same time on each node.
             * @default 50
             */
            concurrency: number;
            /**
             * @description The only hosts that `fetch` of the function reaches; null for all public ones.
             * @default null
             */
            allowed_hosts: string[] | null;
            /** @description The name in addresses; by default made from the name. */
            slug?: string;
            /** @default typescript */
            runtime: components["schemas"]["FunctionRuntime"];
            /** @description The text of the entry, `index.ts` or `index.js` by the runtime. */
            code?: string;
            /** @description The texts of the files by their paths, such as `index.ts` and `lib/mail.ts`. */
            files?: {
                [key: string]: string;
            };
        };
        /** @description Percentiles in milliseconds; null where nothing was invoked. */
        FunctionDurations: {
            p50: number | null;
            p95: number | null;
            p99: number | null;
        };
        FunctionErrorCounts: {
            /** @description The function threw, or could not be loaded. */
            threw: number;
            /** @description It answered with a status of 500 or above. */
            answered_5xx: number;
            timed_out: number;
            /** @description Its process was ended, or could not be started. */
            unavailable: number;
            /** @description The project had too many invocations at once. */
            refused: number;
            /** @description The answer was broken off, by the function or by the caller. */
            not_sent: number;
        };
        /**
         * @example {
         *       "to": "2026-01-15T08:30:00.000Z",
         *       "from": "2026-01-14T08:30:00.000Z",
         *       "invocations": 1,
         *       "errors": {
         *         "threw": 0,
         *         "answered_5xx": 0,
         *         "timed_out": 0,
         *         "unavailable": 0,
         *         "refused": 0,
         *         "not_sent": 0
         *       },
         *       "duration_ms": {
         *         "p50": 150.78,
         *         "p95": 150.78,
         *         "p99": 150.78
         *       },
         *       "hours": [
         *         {
         *           "hour": "2026-01-15T08:20:00.000Z",
         *           "invocations": 1,
         *           "errors": {
         *             "threw": 0,
         *             "answered_5xx": 0,
         *             "timed_out": 0,
         *             "unavailable": 0,
         *             "refused": 0,
         *             "not_sent": 0
         *           },
         *           "duration_ms": {
         *             "p50": 150.78,
         *             "p95": 150.78,
         *             "p99": 150.78
         *           }
         *         }
         *       ]
         *     }
         */
        FunctionFigures: {
            /**
             * Format: date-time
             * @description Later than what was asked for where there were more than 100,000 invocations.
             */
            from: string;
            /** Format: date-time */
            to: string;
            invocations: number;
            errors: components["schemas"]["FunctionErrorCounts"];
            duration_ms: components["schemas"]["FunctionDurations"];
            /** @description Hours without an invocation are left out. */
            hours: {
                /**
                 * Format: date-time
                 * @description When the hour began.
                 */
                hour: string;
                invocations: number;
                errors: components["schemas"]["FunctionErrorCounts"];
                duration_ms: components["schemas"]["FunctionDurations"];
            }[];
        };
        FunctionFiguresAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FunctionFigures"];
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000008",
         *       "version": 1,
         *       "trigger": "invoke",
         *       "caller": "dashboard:50c9c4ae-0000-7000-8000-000000000001",
         *       "method": "POST",
         *       "path": "/",
         *       "status": 200,
         *       "duration_ms": 1.2,
         *       "error": null,
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        FunctionInvocation: {
            /** Format: uuid */
            id: string;
            version: number;
            /** @description `http`, `invoke`, or what else has started it. */
            trigger: string;
            caller: string;
            method: string;
            path: string;
            status: number;
            duration_ms: number;
            /** @description Processor time of the project's process meanwhile; null where it ran other invocations too, or there was no answer. */
            cpu_ms: number | null;
            /** @description Memory of the project's process at the end, which its functions share; null where there was no answer. */
            memory_bytes: number | null;
            error: string | null;
            /** Format: date-time */
            created_at: string;
        };
        FunctionInvocationListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FunctionInvocation"][];
        };
        /** @default {} */
        FunctionInvoke: {
            /** @default POST */
            method: string;
            /** @default / */
            path: string;
            /** @default {} */
            headers: {
                [key: string]: string;
            };
            /** @description Text is sent as it is, anything else as JSON. */
            body?: unknown;
            /**
             * @description Whether `body` is base64 of bytes.
             * @default false
             */
            body_base64: boolean;
        };
        /**
         * @example {
         *       "id": "1",
         *       "invocation_id": "a5614527-0000-7000-8000-000000000008",
         *       "level": "log",
         *       "message": "greeting Amina",
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        FunctionLogLine: {
            id: string;
            /** Format: uuid */
            invocation_id: string;
            /** @enum {string} */
            level: "debug" | "info" | "log" | "warn" | "error";
            message: string;
            /** Format: date-time */
            created_at: string;
        };
        FunctionLogLineListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FunctionLogLine"][];
        };
        /**
         * @example {
         *       "status": 200,
         *       "headers": {
         *         "content-length": "28",
         *         "content-type": "application/json"
         *       },
         *       "body": {
         *         "greeting": "Karibu, Amina"
         *       },
         *       "body_base64": false,
         *       "duration_ms": 1.2,
         *       "invocation_id": "a5614527-0000-7000-8000-000000000008",
         *       "error": null
         *     }
         */
        FunctionResponse: {
            status: number;
            headers: {
                [key: string]: string;
            };
            /** @description Parsed where it is JSON, text where it is text, base64 otherwise. */
            body: unknown;
            body_base64: boolean;
            duration_ms: number;
            /** Format: uuid */
            invocation_id: string;
            /** @description What the function threw, for dashboard users and secret keys. */
            error: string | null;
        };
        FunctionResponseAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FunctionResponse"];
        };
        FunctionRollback: {
            version: number;
        };
        /**
         * @description The language of the files. Types of TypeScript are removed, not checked.
         * @enum {string}
         */
        FunctionRuntime: "javascript" | "typescript";
        /**
         * @example {
         *       "id": "9bc0b8dc-0000-7000-8000-000000000001",
         *       "slug": "greet",
         *       "name": "Greet",
         *       "runtime": "typescript",
         *       "access": "public",
         *       "environment": "production",
         *       "timeout_ms": 30000,
         *       "concurrency": 50,
         *       "allowed_hosts": null,
         *       "version": 1,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "url": "https://api.example.com/fn/bc6026f5-0000-7000-8000-000000000002/greet"
         *     }
         */
        FunctionSummary: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            access: components["schemas"]["FunctionAccess"];
            /** @description The environment whose variables the function receives. */
            environment: components["schemas"]["EnvironmentName"];
            /** @description Milliseconds that one invocation may take. */
            timeout_ms: number;
            /** @description Invocations at the same time on each node. */
            concurrency: number;
            /** @description The only hosts that `fetch` of the function reaches; null for all public ones. */
            allowed_hosts: string[] | null;
            runtime: components["schemas"]["FunctionRuntime"];
            /** @description Where it answers over HTTP, with any path behind it. */
            url: string;
            /** @description The version that runs, or null before the first deployment. */
            version: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        FunctionSummaryListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FunctionSummary"][];
        };
        /**
         * @example {
         *       "id": "5aaa3088-0000-7000-8000-000000000001",
         *       "function_id": "9bc0b8dc-0000-7000-8000-000000000002",
         *       "events": [
         *         "row.inserted:books"
         *       ],
         *       "filter": "price > 10",
         *       "ordered": false,
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        FunctionTrigger: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            function_id: string;
            events: string[];
            filter: string | null;
            ordered: boolean;
            enabled: boolean;
            /** @description Why the server has disabled it. */
            disabled_reason: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        FunctionTriggerAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FunctionTrigger"];
        };
        FunctionTriggerCreate: {
            /** @description Such as `row.inserted:orders`, `user.*` or `object.created`; see /webhooks/event-types. */
            events: string[];
            /**
             * @description A condition on the row, as policies have it. All events must name one table then.
             * @default null
             */
            filter: string | null;
            /**
             * @description Calls the function with the events of one row one after the other: a failed one holds up those behind it.
             * @default false
             */
            ordered: boolean;
            /** @default true */
            enabled: boolean;
        };
        FunctionTriggerListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FunctionTrigger"][];
        };
        FunctionTriggerUpdate: {
            /** @description Such as `row.inserted:orders`, `user.*` or `object.created`; see /webhooks/event-types. */
            events?: string[];
            /** @description A condition on the row, as policies have it. All events must name one table then. */
            filter?: string | null;
            /** @description Calls the function with the events of one row one after the other: a failed one holds up those behind it. */
            ordered?: boolean;
            enabled?: boolean;
        };
        FunctionUpdate: {
            name?: string;
            access?: components["schemas"]["FunctionAccess"];
            /** @description The environment whose variables the function receives. */
            environment?: components["schemas"]["EnvironmentName"];
            /** @description Milliseconds that one invocation may take. */
            timeout_ms?: number;
            /** @description Invocations at the same time on each node. */
            concurrency?: number;
            /** @description The only hosts that `fetch` of the function reaches; null for all public ones. */
            allowed_hosts?: string[] | null;
            /** @description The text of the entry, `index.ts` or `index.js` by the runtime. */
            code?: string;
            /** @description The texts of the files by their paths, such as `index.ts` and `lib/mail.ts`. */
            files?: {
                [key: string]: string;
            };
        };
        /**
         * @example {
         *       "version": 1,
         *       "runtime": "typescript",
         *       "bytes": 259,
         *       "created_by": "dashboard:50c9c4ae-0000-7000-8000-000000000001",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "live": true
         *     }
         */
        FunctionVersion: {
            version: number;
            runtime: components["schemas"]["FunctionRuntime"];
            /** @description The size of the bundle. */
            bytes: number;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            live: boolean;
        };
        FunctionVersionListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["FunctionVersion"][];
        };
        /** @description A document that cannot be run, or a request that is not valid. */
        GraphqlRefusal: components["schemas"]["GraphqlResult"] | components["schemas"]["Error"];
        GraphqlRequest: {
            query: string;
            variables?: components["schemas"]["JsonObject"] | null;
            operationName?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The result in the form of the GraphQL specification. */
        GraphqlResult: {
            data?: unknown;
            errors?: unknown[];
        };
        /**
         * @example {
         *       "status": "ok",
         *       "database": "ok",
         *       "database_ms": 1.2,
         *       "realtime": "ok"
         *     }
         */
        Health: {
            /** @constant */
            status: "ok";
            /** @constant */
            database: "ok";
            database_ms: number;
            /** @enum {string} */
            realtime: "ok" | "standby";
        };
        HealthAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Health"];
        };
        HostedSession: {
            /** @description In whole shillings: KES of provider A, TZS of provider B. */
            amount: number;
            redirect_url?: string;
            customer_name?: string;
            /** @description With its country code, or as it is written in its country. */
            customer_phone?: string;
            /**
             * @description Seconds until the session ends.
             * @default 3600
             */
            expires_in: number;
            description?: string;
            order_id?: string;
            /** @description Anything, to find the payment again by. */
            metadata?: components["schemas"]["JsonObject"];
            /**
             * Format: uuid
             * @description Whose payment it is; signed-in users always pay for themselves.
             */
            user_id?: string;
        };
        /**
         * @example {
         *       "id": "62dae981-0000-7000-8000-000000000001",
         *       "provider": "acme",
         *       "issuer": "https://api.example.com",
         *       "subject": "subject-1",
         *       "email": "person-1@example.com",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_used_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Identity: {
            /** Format: uuid */
            id: string;
            provider: string;
            issuer: string;
            /** @description Who the user is to the issuer. */
            subject: string;
            email: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
        };
        IdentityListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Identity"][];
        };
        /**
         * @example {
         *       "blur_hash": "U306R%hbfQhbhbf*fQf*fQfQfQfQhbf*fQf*"
         *     }
         */
        ImageSummary: {
            /** @description A blurred preview (https://blurha.sh). */
            blur_hash: string;
        };
        ImageSummaryAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ImageSummary"];
        };
        /**
         * @example {
         *       "dry_run": true,
         *       "lines": 1,
         *       "written": 1,
         *       "skipped": 0
         *     }
         */
        ImportResult: {
            dry_run: boolean;
            /** @description How many lines with rows the file has. */
            lines: number;
            /** @description How many rows were inserted or changed, or would be. */
            written: number;
            /** @description How many rows were left as they are. */
            skipped: number;
        };
        ImportResultAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ImportResult"];
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000001",
         *       "title": "Kusadikika",
         *       "price": 12.5,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "deleted_at": null,
         *       "author_id": null
         *     }
         */
        InsertedRows: components["schemas"]["Row"] | components["schemas"]["Row"][];
        InsertedRowsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["InsertedRows"];
        };
        /**
         * @example {
         *       "id": "889cf42a-0000-7000-8000-000000000001",
         *       "provider": "slack",
         *       "kind": "alert",
         *       "name": "Team chat",
         *       "config": {
         *         "events": [
         *           "function.*",
         *           "quota.*"
         *         ],
         *         "url": "••••oken"
         *       },
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "failing_since": null,
         *       "last_error": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Integration: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            provider: "smtp" | "resend" | "africas_talking" | "twilio" | "beem" | "slack" | "discord" | "telegram" | "sentry" | "http";
            /**
             * @description What it sends.
             * @enum {string}
             */
            kind: "mail" | "sms" | "alert";
            name: string;
            /** @description What the provider has to be told; docs/integrations.md lists the fields of each. Secrets are masked in answers. */
            config: components["schemas"]["JsonObject"];
            enabled: boolean;
            /** @description Why the server has disabled it. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description Nothing was sent successfully since then.
             */
            failing_since: string | null;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        IntegrationAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Integration"];
        };
        IntegrationCreate: {
            /** @enum {string} */
            provider: "smtp" | "resend" | "africas_talking" | "twilio" | "beem" | "slack" | "discord" | "telegram" | "sentry" | "http";
            name: string;
            /**
             * @description The fields of the provider, as docs/integrations.md lists them.
             * @default {}
             */
            config: components["schemas"]["JsonObject"];
            /** @default true */
            enabled: boolean;
        };
        IntegrationListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Integration"][];
        };
        /** @default {} */
        IntegrationTest: {
            /** @description Who gets the test message: needed for mail and SMS, unknown to others. */
            to?: string;
        };
        /**
         * @example {
         *       "delivered": true,
         *       "status": 200,
         *       "response": "ok",
         *       "error": null,
         *       "duration_ms": 1.2
         *     }
         */
        IntegrationTested: {
            delivered: boolean;
            /** @description What the other side answered, of HTTP or SMTP. */
            status: number | null;
            /** @description The beginning of its answer, without secrets. */
            response: string | null;
            error: string | null;
            duration_ms: number;
        };
        IntegrationTestedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["IntegrationTested"];
        };
        IntegrationUpdate: {
            name?: string;
            /** @description The fields to change; null removes one. Secrets that are left out, or masked, stay. */
            config?: components["schemas"]["JsonObject"];
            enabled?: boolean;
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000004",
         *       "email": "juma@example.com",
         *       "role": "viewer",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "expires_at": "2026-01-22T08:30:00.000Z"
         *     }
         */
        Invitation: {
            /** Format: uuid */
            id: string;
            email: string;
            role: components["schemas"]["MemberRole"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        InvitationListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Invitation"][];
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000005",
         *       "number": "2026-01-3f2a9c1d",
         *       "organisation_id": "1b213432-0000-7000-8000-000000000001",
         *       "project_id": "bc6026f5-0000-7000-8000-000000000002",
         *       "project_name": "Shop",
         *       "period": "2026-01",
         *       "currency": "USD",
         *       "total": 2500,
         *       "issued_at": "2026-01-15T08:30:00.000Z",
         *       "lines": [
         *         {
         *           "to": "2026-02-01",
         *           "from": "2026-01-01",
         *           "unit": 31,
         *           "meter": null,
         *           "amount": 2500,
         *           "plan_id": "pro",
         *           "included": 0,
         *           "quantity": 31,
         *           "unit_price": 2500,
         *           "description": "Pro, 31 of 31 days"
         *         }
         *       ]
         *     }
         */
        Invoice: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            organisation_id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            /** @description A month such as `2026-11`, in UTC. */
            period: string;
            currency: string;
            /** @description In minor units of the currency. */
            total: number;
            /** Format: date-time */
            issued_at: string;
            lines: components["schemas"]["InvoiceLine"][];
        };
        InvoiceAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Invoice"];
        };
        InvoiceLine: {
            plan_id: string;
            description: string;
            /** @description Null for the price of the plan itself, whose quantity is days. */
            meter: ("requests" | "egress_bytes" | "function_invocations" | "function_cpu_ms" | "live_connections" | "live_messages" | "sign_ins" | "webhook_attempts" | "active_users" | "payments" | "database_rows" | "database_bytes" | "storage_bytes") | null;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The first day that is not included.
             */
            to: string;
            quantity: number;
            included: number;
            unit: number;
            /** @description In minor units of the currency. */
            unit_price: number;
            /** @description In minor units of the currency. */
            amount: number;
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000005",
         *       "number": "2026-01-3f2a9c1d",
         *       "organisation_id": "1b213432-0000-7000-8000-000000000001",
         *       "project_id": "bc6026f5-0000-7000-8000-000000000002",
         *       "project_name": "Shop",
         *       "period": "2026-01",
         *       "currency": "USD",
         *       "total": 2500,
         *       "issued_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        InvoiceSummary: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            organisation_id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            /** @description A month such as `2026-11`, in UTC. */
            period: string;
            currency: string;
            /** @description In minor units of the currency. */
            total: number;
            /** Format: date-time */
            issued_at: string;
        };
        InvoiceSummaryListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["InvoiceSummary"][];
        };
        JoinOrganisation: {
            token: string;
        };
        JsonObject: {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "keys": [
         *         {
         *           "x": "example-x-coordinate",
         *           "y": "example-y-coordinate",
         *           "alg": "ES256",
         *           "crv": "P-256",
         *           "kid": "example-key",
         *           "kty": "EC",
         *           "use": "sig"
         *         }
         *       ]
         *     }
         */
        Jwks: {
            keys: components["schemas"]["JsonObject"][];
        };
        JwksAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Jwks"];
        };
        /**
         * @example {
         *       "environment": "sandbox",
         *       "account": "provider_a",
         *       "currency": "KES",
         *       "balance": 0
         *     }
         */
        LedgerBalance: {
            /** @enum {string} */
            environment: "sandbox" | "live";
            account: string;
            currency: string;
            balance: number;
        };
        LedgerBalanceListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["LedgerBalance"][];
        };
        LedgerEntry: {
            /** @enum {string} */
            posting: "payment" | "reversal";
            account: string;
            /** @description Debits are positive. */
            amount: number;
            currency: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @description What came by mail: the token in the link, or the code with the address it was sent to. */
        LinkProof: {
            token: string;
            device_token?: string;
        } | {
            /** Format: email */
            email: string;
            code: string;
            device_token?: string;
        };
        /**
         * @example {
         *       "email": "neema.said@example.com",
         *       "expires_at": "2026-01-15T08:50:00.000Z"
         *     }
         */
        LinkRequested: {
            email: string;
            /** Format: date-time */
            expires_at: string;
        };
        LinkRequestedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["LinkRequested"];
        };
        /**
         * @example {
         *       "type": "object",
         *       "id": "66e34f80-0000-7000-8000-000000000001",
         *       "bucket": "covers",
         *       "name": "kusadikika.png",
         *       "folder": "123456",
         *       "size": 94,
         *       "mime_type": "image/png",
         *       "checksum": "489213cee5ec7cdb94baea6ee59ea0d77745d2f02594fbc090f73b6765f03f55",
         *       "version": "5ca4f385-0000-7000-8000-000000000001",
         *       "cache_control": null,
         *       "owner_id": null,
         *       "metadata": {},
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        ListEntry: components["schemas"]["ListedObject"] | components["schemas"]["ListedFolder"];
        ListEntryListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ListEntry"][];
        };
        ListedFolder: {
            /** @constant */
            type: "folder";
            /** @description Ends in a slash. */
            name: string;
        };
        ListedObject: {
            /** Format: uuid */
            id: string;
            /** @description The bucket's slug. */
            bucket: string;
            name: string;
            /** @description The part of the name before its last slash. */
            folder: string;
            /** @description Bytes. */
            size: number;
            mime_type: string;
            /** @description The SHA-256 of the bytes, in hexadecimal. */
            checksum: string;
            /**
             * Format: uuid
             * @description Another one whenever the bytes are replaced.
             */
            version: string;
            cache_control: string | null;
            /**
             * Format: uuid
             * @description The project user who uploaded it.
             */
            owner_id: string | null;
            metadata: components["schemas"]["JsonObject"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @constant */
            type: "object";
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000003",
         *       "name": "Amina Juma's organisation",
         *       "is_personal": true,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "members": 1,
         *       "projects": 0
         *     }
         */
        ListedOrganisation: {
            /** Format: uuid */
            id: string;
            name: string;
            is_personal: boolean;
            members: number;
            projects: number;
            /** Format: date-time */
            created_at: string;
        };
        ListedOrganisationListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ListedOrganisation"][];
        };
        /**
         * @example {
         *       "id": "bc6026f5-0000-7000-8000-000000000002",
         *       "name": "Shop",
         *       "organisation_id": "1b213432-0000-7000-8000-000000000001",
         *       "cluster": "main",
         *       "status": "active",
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        ListedProject: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            organisation_id: string;
            cluster: string;
            /** @enum {string} */
            status: "active" | "deleting" | "purging";
            /** Format: date-time */
            created_at: string;
        };
        ListedProjectListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ListedProject"][];
        };
        Login: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            password: string;
            /** @description What has come by mail after an answer 429 with `details.reason` = `proof_required`. */
            code?: string;
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /**
         * @example {
         *       "user": {
         *         "id": "a5614527-0000-7000-8000-000000000002",
         *         "email": "amina@example.com",
         *         "email_verified": false,
         *         "new_email": null,
         *         "full_name": "Amina Juma",
         *         "is_active": true,
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "updated_at": "2026-01-15T08:30:00.000Z"
         *       },
         *       "tokens": {
         *         "access_token": "example.access.token",
         *         "access_token_expires_at": "2026-01-15T08:40:00.000Z",
         *         "token_type": "Bearer",
         *         "refresh_token": "example-refresh-token",
         *         "refresh_token_expires_at": "2026-02-14T08:30:00.000Z"
         *       },
         *       "device_token": "example-device-token"
         *     }
         */
        LoginResult: components["schemas"]["AccountSession"] | components["schemas"]["AccountChallenge"];
        LoginResultAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["LoginResult"];
        };
        MagicLinkRequest: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            /** @description Where the link leads to: one of `redirect_urls` in the auth settings, the first unless said here. */
            redirect_to?: string;
            /**
             * @description Whether who is no user yet becomes one by the link, if the project takes new ones.
             * @default false
             */
            create_user: boolean;
            /** @description Kept where the link makes the user. */
            full_name?: string;
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /**
         * @example {
         *       "account_id": "a5614527-0000-7000-8000-000000000002",
         *       "email": "amina@example.com",
         *       "full_name": "Amina J. Juma",
         *       "role": "owner",
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Member: {
            /** Format: uuid */
            account_id: string;
            email: string;
            full_name: string;
            /** @description The built-in role; null if there are only own roles (/rbac/roles). */
            role: components["schemas"]["MemberRole"] | null;
            /**
             * Format: date-time
             * @description When they joined.
             */
            created_at: string;
        };
        MemberAdd: {
            /** Format: email */
            email: string;
            role: components["schemas"]["MemberRole"];
        };
        /**
         * @example {
         *       "status": "added",
         *       "member": {
         *         "account_id": "739b093a-0000-7000-8000-000000000001",
         *         "email": "neema@example.com",
         *         "full_name": "Amina Juma",
         *         "role": "developer",
         *         "created_at": "2026-01-15T08:30:00.000Z"
         *       }
         *     }
         */
        MemberAdded: {
            /** @constant */
            status: "added";
            member: components["schemas"]["Member"];
        } | {
            /** @constant */
            status: "invited";
            invitation: components["schemas"]["Invitation"];
            /** @description For the invited person, to register or join with. It is not stored: keep it now. */
            token: string;
        };
        MemberAddedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["MemberAdded"];
        };
        MemberAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Member"];
        };
        MemberListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Member"][];
        };
        /**
         * @description A built-in role; docs/permissions.md says what each may do.
         * @enum {string}
         */
        MemberRole: "owner" | "admin" | "developer" | "viewer" | "billing";
        MemberUpdate: {
            role: components["schemas"]["MemberRole"];
        };
        /** @enum {string} */
        MessageChannel: "mail" | "sms";
        /** @enum {string} */
        MessageKind: "otp" | "reset_password" | "sign_in_code" | "verify_email" | "magic_link";
        /**
         * @example {
         *       "kind": "otp",
         *       "channel": "sms",
         *       "subject": null,
         *       "text": "{{code}} is your code for {{project}}. It is valid for {{minutes}} minutes.",
         *       "html": null,
         *       "placeholders": [
         *         "code",
         *         "minutes",
         *         "project"
         *       ],
         *       "updated_at": null
         *     }
         */
        MessageTemplate: {
            kind: components["schemas"]["MessageKind"];
            channel: components["schemas"]["MessageChannel"];
            subject: string | null;
            text: string;
            html: string | null;
            /** @description What the texts may name, as `{{code}}` for instance. */
            placeholders: string[];
            /**
             * Format: date-time
             * @description Null where the project has the default texts.
             */
            updated_at: string | null;
        };
        MessageTemplateAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["MessageTemplate"];
        };
        MessageTemplateListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["MessageTemplate"][];
        };
        MessageTemplateUpdate: {
            /** @description Of a mail; the default one where it is left out. */
            subject?: string;
            /** @description What the message says, in plain text. */
            text: string;
            /** @description Of a mail: the same in HTML. Values are escaped in it. */
            html?: string;
        };
        /** @description What a meter includes and costs. */
        MeterTerms: {
            /**
             * @description How much of a month the price includes.
             * @default 0
             */
            included: number;
            /**
             * @description How many make a unit.
             * @default 1
             */
            unit: number;
            /** @description Price of each unit above, begun ones too, in minor units. */
            unit_price?: number;
            /** @description The quota: beyond it requests are answered with 429. */
            limit?: number;
        };
        MfaChallenge: {
            /** @constant */
            mfa_required: true;
            /** @description For `/auth/factors/verify`, with a code. */
            mfa_token: string;
            /** Format: date-time */
            expires_at: string;
        };
        /**
         * @example {
         *       "project_id": "bc6026f5-0000-7000-8000-000000000002",
         *       "migrations": [
         *         {
         *           "version": 1,
         *           "operation": {
         *             "kind": "table.create",
         *             "input": {
         *               "name": "Books",
         *               "columns": [
         *                 {
         *                   "name": "title",
         *                   "unique": false,
         *                   "indexed": false,
         *                   "required": true,
         *                   "data_type": "string",
         *                   "description": "As on the cover."
         *                 }
         *               ]
         *             }
         *           }
         *         }
         *       ],
         *       "sql": "-- 1 table.create, person-1@example.com, 2026-01-15T08:30:00.000Z\ncreate table \"books\" (\n  \"id\" uuid not null default uuidv7() constraint \"books$pkey\" primary k…",
         *       "next_after": null
         *     }
         */
        Migrations: {
            /** Format: uuid */
            project_id: string;
            migrations: {
                version: number;
                operation: components["schemas"]["SchemaOperation"];
            }[];
            /** @description The same as SQL, to read. */
            sql: string;
            /** @description `after` of the next page, where there is one. */
            next_after: number | null;
        };
        MigrationsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Migrations"];
        };
        /**
         * @example {
         *       "applied": [
         *         1
         *       ],
         *       "skipped": []
         *     }
         */
        MigrationsApplied: {
            applied: number[];
            /** @description Those that had been applied before. */
            skipped: number[];
        };
        MigrationsAppliedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["MigrationsApplied"];
        };
        MigrationsInput: {
            /**
             * Format: uuid
             * @description The project that the migrations are from.
             */
            project_id: string;
            migrations: {
                version: number;
                operation: components["schemas"]["SchemaOperation"];
            }[];
            /** @description Ignored: the operations count. */
            sql?: string;
            /** @description Ignored. */
            next_after?: number | null;
        };
        /**
         * @example {
         *       "id": "9b25dee1-0000-7000-8000-000000000001",
         *       "name": "deploy from CI",
         *       "prefix": "msp_example_",
         *       "permissions": [
         *         "schema:read",
         *         "functions:write"
         *       ],
         *       "organisation_ids": [],
         *       "project_ids": [],
         *       "expires_at": "2026-04-15T08:30:00.000Z",
         *       "last_used_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "token": "msp_example_key_that_opens_nothing"
         *     }
         */
        NewAccessToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description How the token begins, to tell tokens apart. */
            prefix: string;
            permissions: string[];
            organisation_ids: string[];
            project_ids: string[];
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: date-time
             * @description Accurate to a minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The token itself. It is not stored: keep it now. */
            token: string;
        };
        NewAccessTokenAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["NewAccessToken"];
        };
        /**
         * @example {
         *       "id": "4968493a-0000-7000-8000-000000000001",
         *       "name": "Website",
         *       "kind": "publishable",
         *       "prefix": "mpk_example_",
         *       "scopes": [
         *         "data:read"
         *       ],
         *       "expires_at": null,
         *       "last_used_at": null,
         *       "previous_expires_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "key": "mpk_example_key_that_opens_nothing"
         *     }
         */
        NewApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            kind: components["schemas"]["ApiKeyKind"];
            /** @description How the key begins, to tell keys apart. */
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Until when the key from before a rotation works.
             */
            previous_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The key itself. It is not stored: keep it now. */
            key: string;
        };
        NewApiKeyAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["NewApiKey"];
        };
        NewPasskeyCredential: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        Nothing: null;
        NothingAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Nothing"];
        };
        /**
         * @example {
         *       "id": "1",
         *       "type": "webhook.disabled",
         *       "severity": "error",
         *       "organisation_id": "1b213432-0000-7000-8000-000000000001",
         *       "project_id": "bc6026f5-0000-7000-8000-000000000002",
         *       "project_name": "Shop",
         *       "message": "The webhook Orders was disabled. The receiver answered 410 Gone.",
         *       "data": {
         *         "webhook_id": "3a94d596-0000-7000-8000-000000000001"
         *       },
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "read": false
         *     }
         */
        Notification: {
            /** @description Ascends as numbers do. */
            id: string;
            /** @enum {string} */
            type: "project.deleted" | "webhook.disabled" | "domain.disabled" | "function.failing" | "payment.needs_attention" | "invoice.issued" | "quota.near" | "quota.reached" | "integration.failing" | "integration.disabled";
            /** @enum {string} */
            severity: "info" | "warning" | "error";
            /** Format: uuid */
            organisation_id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            message: string;
            /** @description Ids and figures of what has happened. */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            read: boolean;
        };
        NotificationListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Notification"][];
        };
        /**
         * @example {
         *       "muted": [
         *         "project.deleted"
         *       ],
         *       "digest": "daily"
         *     }
         */
        NotificationPreferences: {
            /** @description Types of which no notifications are made. */
            muted: ("project.deleted" | "webhook.disabled" | "domain.disabled" | "function.failing" | "payment.needs_attention" | "invoice.issued" | "quota.near" | "quota.reached" | "integration.failing" | "integration.disabled")[];
            /**
             * @description `daily` sends unread notifications by mail, at most once a day.
             * @enum {string}
             */
            digest: "off" | "daily";
        };
        NotificationPreferencesAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["NotificationPreferences"];
        };
        NotificationPreferencesUpdate: {
            muted?: ("project.deleted" | "webhook.disabled" | "domain.disabled" | "function.failing" | "payment.needs_attention" | "invoice.issued" | "quota.near" | "quota.reached" | "integration.failing" | "integration.disabled")[];
            /** @enum {string} */
            digest?: "off" | "daily";
        };
        NotificationsRead: {
            up_to?: string;
        };
        ObjectChanges: {
            /** @description Another bucket, by its id or slug. */
            bucket_id?: string;
            /** @description The new name, with slashes between folders. */
            name?: string;
            cache_control?: string | null;
            /** @description Takes the place of all metadata. */
            metadata?: components["schemas"]["JsonObject"];
        };
        ObjectCopy: {
            /** @description Another bucket, by its id or slug. */
            bucket_id?: string;
            name: string;
            /**
             * @description Replaces the object of that name, if there is one.
             * @default false
             */
            overwrite: boolean;
        };
        /**
         * @description What happens to rows that refer to a row which is deleted, be it softly or for good.
         * @enum {string}
         */
        OnDelete: "restrict" | "cascade" | "set_null" | "set_default" | "no_action";
        /**
         * @example {
         *       "account_id": "50c9c4ae-0000-7000-8000-000000000001",
         *       "email": "person-1@example.com",
         *       "full_name": "Amina Juma",
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Operator: {
            /** Format: uuid */
            account_id: string;
            email: string;
            full_name: string;
            /** Format: date-time */
            created_at: string;
        };
        OperatorAdd: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
        };
        OperatorAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Operator"];
        };
        OperatorListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Operator"][];
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000003",
         *       "name": "Amina Juma's organisation",
         *       "is_personal": true,
         *       "role": "owner",
         *       "permissions": [
         *         "api_keys:read",
         *         "api_keys:write",
         *         "audit:read"
         *       ],
         *       "sso_required": false,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Organisation: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Made when its owner registered; it has no other owner and stays. */
            is_personal: boolean;
            /** @description The built-in role; null if there are only own roles (/rbac/roles). */
            role: components["schemas"]["MemberRole"] | null;
            /** @description What you may do in it: those of all your roles. */
            permissions: string[];
            /** @description Whether you must sign in with its provider; until then you have no permissions in it. */
            sso_required: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        OrganisationAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Organisation"];
        };
        OrganisationCreate: {
            name: string;
        };
        OrganisationListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Organisation"][];
        };
        OrganisationUpdate: {
            name?: string;
        };
        OtpRequest: {
            /** @description With its country code, as +255712345678. */
            phone: string;
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /**
         * @example {
         *       "phone": "+255712345678",
         *       "expires_at": "2026-01-15T08:40:00.000Z",
         *       "otp_code": "123456"
         *     }
         */
        OtpRequested: {
            phone: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Never in production. */
            otp_code?: string;
        };
        OtpRequestedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["OtpRequested"];
        };
        OtpVerify: {
            /** @description With its country code, as +255712345678. */
            phone: string;
            /** @description As it stands in the message: where somebody is guessing it is longer than usual. */
            code: string;
            /** @description Needed the first time, when it makes the user. */
            full_name?: string;
            /** @description Kept the first time, when it makes the user. */
            metadata?: components["schemas"]["JsonObject"];
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /**
         * @example {
         *       "channel": "mail",
         *       "to": "neema.said@example.com",
         *       "subject": "Your password reset code",
         *       "text": "123456 is your password reset code for Shop. It is valid for 15 minutes.\n\nIf you did not request it, you can ignore this message.",
         *       "html": null,
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        OutboxEntry: {
            channel: components["schemas"]["MessageChannel"];
            to: string;
            subject: string | null;
            text: string;
            html: string | null;
            /** Format: date-time */
            created_at: string;
        };
        OutboxEntryListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["OutboxEntry"][];
        };
        OwnershipTransfer: {
            /** Format: uuid */
            account_id: string;
        };
        /**
         * @example {
         *       "id": "ffea8e28-0000-7000-8000-000000000001",
         *       "name": "Laptop",
         *       "synced": false,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_used_at": null
         *     }
         */
        Passkey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Whether it can be copied to other devices, as by a password manager. */
            synced: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        PasskeyAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Passkey"];
        };
        PasskeyAssertion: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string | null;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        PasskeyCreate: {
            /**
             * @description To tell one passkey from another.
             * @default Passkey
             */
            name: string;
            credential: components["schemas"]["NewPasskeyCredential"];
        };
        /**
         * @example {
         *       "id": "ffea8e28-0000-7000-8000-000000000001",
         *       "name": "Laptop",
         *       "synced": false,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_used_at": null,
         *       "recovery_codes": null
         *     }
         */
        PasskeyCreated: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Whether it can be copied to other devices, as by a password manager. */
            synced: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description With the first second factor only. Shown once. */
            recovery_codes: components["schemas"]["RecoveryCodes"] | null;
        };
        PasskeyCreatedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PasskeyCreated"];
        };
        /**
         * @example {
         *       "challenge": "example-challenge",
         *       "rp": {
         *         "name": "Msingi",
         *         "id": "api.example.com"
         *       },
         *       "user": {
         *         "id": "example-credential",
         *         "name": "rehema@example.com",
         *         "displayName": "Amina Juma"
         *       },
         *       "pubKeyCredParams": [
         *         {
         *           "alg": -7,
         *           "type": "public-key"
         *         }
         *       ],
         *       "timeout": 300000,
         *       "attestation": "none",
         *       "excludeCredentials": [],
         *       "authenticatorSelection": {
         *         "residentKey": "required",
         *         "userVerification": "required",
         *         "requireResidentKey": true
         *       },
         *       "extensions": {
         *         "credProps": true
         *       },
         *       "hints": []
         *     }
         */
        PasskeyCreationOptions: {
            challenge: string;
            rp: {
                id?: string;
                name: string;
            };
            user: {
                id: string;
                name: string;
                displayName: string;
            };
            pubKeyCredParams: {
                /** @constant */
                type: "public-key";
                alg: number;
            }[];
            timeout?: number;
            attestation?: string;
            excludeCredentials?: {
                id: string;
                /** @constant */
                type: "public-key";
                transports?: string[];
            }[];
            authenticatorSelection?: {
                residentKey?: string;
                requireResidentKey?: boolean;
                userVerification?: string;
            };
        } & {
            [key: string]: unknown;
        };
        PasskeyCreationOptionsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PasskeyCreationOptions"];
        };
        PasskeyListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Passkey"][];
        };
        PasskeyLogin: {
            credential: components["schemas"]["PasskeyAssertion"];
        };
        /** @default {} */
        PasskeyOptionsRequest: {
            /** @description What the login has answered. */
            mfa_token?: string;
        };
        /**
         * @example {
         *       "rpId": "api.example.com",
         *       "challenge": "example-challenge",
         *       "timeout": 300000,
         *       "userVerification": "required"
         *     }
         */
        PasskeyRequestOptions: {
            challenge: string;
            rpId?: string;
            timeout?: number;
            userVerification?: string;
            allowCredentials?: {
                id: string;
                /** @constant */
                type: "public-key";
                transports?: string[];
            }[];
        } & {
            [key: string]: unknown;
        };
        PasskeyRequestOptionsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PasskeyRequestOptions"];
        };
        PasskeyUpdate: {
            name: string;
        };
        PasswordReset: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        PasswordResetConfirm: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            /** @description As it stands in the message: where somebody is guessing it is longer than usual. */
            code: string;
            /**
             * Format: password
             * @description At least 8 characters with at least one letter and one digit.
             */
            new_password: string;
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /**
         * @example {
         *       "email": "neema.said@example.com",
         *       "expires_at": "2026-01-15T08:50:00.000Z"
         *     }
         */
        PasswordResetRequested: {
            email: string;
            /** Format: date-time */
            expires_at: string;
        };
        PasswordResetRequestedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PasswordResetRequested"];
        };
        PaymentEvent: {
            /** @enum {string} */
            kind: "request" | "callback" | "query" | "transition" | "statement" | "alert";
            data: components["schemas"]["JsonObject"];
            /** Format: date-time */
            created_at: string;
        };
        PaymentResolution: {
            /** @enum {string} */
            status: "completed" | "failed";
            reason: string;
            receipt?: string;
        };
        PaymentReversal: {
            reason: string;
            receipt?: string;
        };
        /**
         * @example {
         *       "is_active": true,
         *       "allow_publishable_key": false,
         *       "provider_a_environment": "sandbox",
         *       "provider_a_shortcode": null,
         *       "provider_a_consumer_key": null,
         *       "provider_a_consumer_secret": null,
         *       "provider_a_passkey": null,
         *       "provider_a_callback_url": null,
         *       "provider_a_queries_per_minute": 5,
         *       "provider_b_mode": "sandbox",
         *       "provider_b_queries_per_minute": 30,
         *       "provider_b_api_key": null,
         *       "provider_b_webhook_secret": null,
         *       "provider_b_callback_url": null
         *     }
         */
        PaymentSettings: {
            is_active: boolean;
            allow_publishable_key: boolean;
            /** @enum {string} */
            provider_a_environment: "sandbox" | "live";
            provider_a_shortcode: string | null;
            /** @description Masked. */
            provider_a_consumer_key: string | null;
            /** @description Masked. */
            provider_a_consumer_secret: string | null;
            /** @description Masked. */
            provider_a_passkey: string | null;
            provider_a_callback_url: string | null;
            provider_a_queries_per_minute: number;
            provider_b_queries_per_minute: number;
            /** @enum {string} */
            provider_b_mode: "live" | "sandbox";
            /** @description Masked. */
            provider_b_api_key: string | null;
            /** @description Masked. */
            provider_b_webhook_secret: string | null;
            provider_b_callback_url: string | null;
        };
        PaymentSettingsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PaymentSettings"];
        };
        PaymentSettingsTest: {
            /** @enum {string} */
            provider: "provider_a" | "provider_b";
        };
        /**
         * @example {
         *       "provider": "provider_a",
         *       "environment": "sandbox",
         *       "simulated": true,
         *       "ok": true,
         *       "message": "The provider accepts these credentials."
         *     }
         */
        PaymentSettingsTestResult: {
            /** @enum {string} */
            provider: "provider_a" | "provider_b";
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @description Whether the simulator of this server stands in for the provider. */
            simulated: boolean;
            ok: boolean;
            message: string;
        };
        PaymentSettingsTestResultAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PaymentSettingsTestResult"];
        };
        PaymentSettingsUpdate: {
            /** @description Whether payments can be started. */
            is_active?: boolean;
            /** @description Whether a publishable key alone, without a signed-in user, may start payments. */
            allow_publishable_key?: boolean;
            /** @enum {string} */
            provider_a_environment?: "sandbox" | "live";
            provider_a_shortcode?: string | null;
            provider_a_consumer_key?: string | null;
            provider_a_consumer_secret?: string | null;
            provider_a_passkey?: string | null;
            /** @description Where provider A calls back; by default this server. A proxy there must pass the query on. */
            provider_a_callback_url?: string | null;
            /** @description How many queries a minute provider A grants this shortcode. */
            provider_a_queries_per_minute?: number;
            /** @description How many of the requests a minute that provider B grants this account may be queries. */
            provider_b_queries_per_minute?: number;
            /** @enum {string} */
            provider_b_mode?: "live" | "sandbox";
            provider_b_api_key?: string | null;
            provider_b_webhook_secret?: string | null;
            /** @description Where provider B calls back; by default this server. */
            provider_b_callback_url?: string | null;
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000010",
         *       "version": 2,
         *       "provider": "provider_b",
         *       "kind": "direct",
         *       "environment": "sandbox",
         *       "status": "pending",
         *       "amount": 9000,
         *       "currency": "TZS",
         *       "phone": "+255754123456",
         *       "user_id": null,
         *       "order_id": null,
         *       "description": null,
         *       "metadata": {},
         *       "reference": "pay_d7ab4c19723d10f442",
         *       "receipt": null,
         *       "failure": null,
         *       "alert": null,
         *       "expires_at": "2026-01-15T08:40:00.000Z",
         *       "completed_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "transaction_id": "a5614527-0000-7000-8000-000000000010"
         *     }
         */
        PaymentTransaction: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The same as id.
             */
            transaction_id: string;
            version: number;
            /** @enum {string} */
            provider: "provider_a" | "provider_b";
            /** @enum {string} */
            kind: "stk_push" | "direct" | "session";
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @enum {string} */
            status: "submitting" | "pending" | "unknown" | "completed" | "failed" | "cancelled" | "expired" | "reversed";
            amount: number;
            currency: string;
            phone: string | null;
            /** Format: uuid */
            user_id: string | null;
            order_id: string | null;
            description: string | null;
            metadata: components["schemas"]["JsonObject"];
            reference: string | null;
            receipt: string | null;
            /** @description Why it failed, for machines. */
            failure: string | null;
            /** @description What its owner has to look at. */
            alert: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        PaymentTransactionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PaymentTransaction"];
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000011",
         *       "version": 2,
         *       "provider": "provider_a",
         *       "kind": "stk_push",
         *       "environment": "sandbox",
         *       "status": "pending",
         *       "amount": 150,
         *       "currency": "KES",
         *       "phone": "+254712345678",
         *       "user_id": null,
         *       "order_id": "1",
         *       "description": "Kusadikika",
         *       "metadata": {},
         *       "reference": "ws_CO_98ab9f3824e291ca7b",
         *       "receipt": null,
         *       "failure": null,
         *       "alert": null,
         *       "expires_at": null,
         *       "completed_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "transaction_id": "a5614527-0000-7000-8000-000000000011",
         *       "checkout_url": null,
         *       "account_reference": "29Z5NHBMWWQR",
         *       "timeline": [
         *         {
         *           "kind": "request",
         *           "created_at": "2026-01-15T08:30:00.000Z",
         *           "data": {
         *             "asked": {
         *               "phone": "+254712345678",
         *               "amount": 150,
         *               "shortcode": "174379",
         *               "account_reference": "29Z5NHBMWWQR"
         *             }
         *           }
         *         }
         *       ],
         *       "ledger": []
         *     }
         */
        PaymentTransactionDetails: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The same as id.
             */
            transaction_id: string;
            version: number;
            /** @enum {string} */
            provider: "provider_a" | "provider_b";
            /** @enum {string} */
            kind: "stk_push" | "direct" | "session";
            /** @enum {string} */
            environment: "sandbox" | "live";
            /** @enum {string} */
            status: "submitting" | "pending" | "unknown" | "completed" | "failed" | "cancelled" | "expired" | "reversed";
            amount: number;
            currency: string;
            phone: string | null;
            /** Format: uuid */
            user_id: string | null;
            order_id: string | null;
            description: string | null;
            metadata: components["schemas"]["JsonObject"];
            reference: string | null;
            receipt: string | null;
            /** @description Why it failed, for machines. */
            failure: string | null;
            /** @description What its owner has to look at. */
            alert: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description What the payer has read. */
            account_reference?: string;
            checkout_url: string | null;
            timeline?: components["schemas"]["PaymentEvent"][];
            ledger?: components["schemas"]["LedgerEntry"][];
        };
        PaymentTransactionDetailsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PaymentTransactionDetails"];
        };
        PaymentTransactionListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PaymentTransaction"][];
        };
        /**
         * @example {
         *       "id": "cee72230-0000-7000-8000-000000000001",
         *       "name": "books:publish",
         *       "description": "Put books on sale.",
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Permission: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            /** Format: date-time */
            created_at: string;
        };
        PermissionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Permission"];
        };
        PermissionCreate: {
            name: string;
            /** @default null */
            description: string | null;
        };
        PermissionListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Permission"][];
        };
        /**
         * @example {
         *       "id": "self-hosted",
         *       "name": "Self-hosted",
         *       "description": "Everything, without quotas.",
         *       "price": 0,
         *       "currency": "USD",
         *       "meters": {}
         *     }
         */
        Plan: {
            id: string;
            name: string;
            description?: string;
            /**
             * @description Per month, in minor units of the currency.
             * @default 0
             */
            price: number;
            currency: string;
            /**
             * @description Meters that are not named here are free and without a quota.
             * @default {}
             */
            meters: {
                requests?: components["schemas"]["MeterTerms"];
                egress_bytes?: components["schemas"]["MeterTerms"];
                function_invocations?: components["schemas"]["MeterTerms"];
                function_cpu_ms?: components["schemas"]["MeterTerms"];
                live_connections?: components["schemas"]["MeterTerms"];
                live_messages?: components["schemas"]["MeterTerms"];
                sign_ins?: components["schemas"]["MeterTerms"];
                webhook_attempts?: components["schemas"]["MeterTerms"];
                active_users?: components["schemas"]["MeterTerms"];
                payments?: components["schemas"]["MeterTerms"];
                database_rows?: components["schemas"]["MeterTerms"];
                database_bytes?: components["schemas"]["MeterTerms"];
                storage_bytes?: components["schemas"]["MeterTerms"];
            };
        };
        PlanChange: {
            plan_id: string;
            /** @description The change is refused (409) if this is not the latest. */
            version?: number;
        };
        PlanListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Plan"][];
        };
        /**
         * @example {
         *       "id": "1",
         *       "type": "webhook.disabled",
         *       "severity": "error",
         *       "organisation_id": "1b213432-0000-7000-8000-000000000001",
         *       "project_id": "bc6026f5-0000-7000-8000-000000000002",
         *       "project_name": "Shop",
         *       "message": "The webhook Orders was disabled. The receiver answered 410 Gone.",
         *       "data": {
         *         "webhook_id": "3a94d596-0000-7000-8000-000000000001"
         *       },
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        PlatformEvent: {
            /** @description Ascends as numbers do. */
            id: string;
            /** @enum {string} */
            type: "project.deleted" | "webhook.disabled" | "domain.disabled" | "function.failing" | "payment.needs_attention" | "invoice.issued" | "quota.near" | "quota.reached" | "integration.failing" | "integration.disabled";
            /** @enum {string} */
            severity: "info" | "warning" | "error";
            /** Format: uuid */
            organisation_id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            message: string;
            /** @description Ids and figures of what has happened. */
            data: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        PlatformEventListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PlatformEvent"][];
        };
        /**
         * @example {
         *       "id": "45a4cb6e-0000-7000-8000-000000000001",
         *       "table_id": "566fd64c-0000-7000-8000-000000000002",
         *       "action": "select",
         *       "subject": "public",
         *       "effect": "allow",
         *       "condition": "price > 0",
         *       "role_ids": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Policy: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            table_id: string;
            action: components["schemas"]["PolicyAction"];
            subject: components["schemas"]["PolicySubject"];
            effect: components["schemas"]["PolicyEffect"];
            /** @description A boolean SQL expression over the row's columns, auth.uid(), auth.email() and auth.claim('x'). */
            condition: string | null;
            role_ids: string[] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @enum {string} */
        PolicyAction: "select" | "insert" | "update" | "delete";
        PolicyAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Policy"];
        };
        PolicyCreate: {
            action: components["schemas"]["PolicyAction"];
            subject: components["schemas"]["PolicySubject"];
            /** @default allow */
            effect: components["schemas"]["PolicyEffect"];
            /** @description A boolean SQL expression over the row's columns, auth.uid(), auth.email() and auth.claim('x'). */
            condition?: string | null;
            role_ids?: string[] | null;
        };
        /**
         * @description `allow` policies add up; a `deny` always wins.
         * @enum {string}
         */
        PolicyEffect: "allow" | "deny";
        /**
         * @example {
         *       "allowed": true,
         *       "reason": "An allow policy matches.",
         *       "policies": [
         *         {
         *           "id": "45a4cb6e-0000-7000-8000-000000000001",
         *           "subject": "public",
         *           "effect": "allow",
         *           "condition": "price >= 0",
         *           "role_ids": null,
         *           "subject_matches": true,
         *           "condition_matches": true,
         *           "decides": true
         *         }
         *       ]
         *     }
         */
        PolicyExplanation: {
            allowed: boolean;
            reason: string;
            policies: {
                /** Format: uuid */
                id: string;
                subject: components["schemas"]["PolicySubject"];
                effect: components["schemas"]["PolicyEffect"];
                /** @description A boolean SQL expression over the row's columns, auth.uid(), auth.email() and auth.claim('x'). */
                condition: string | null;
                role_ids: string[] | null;
                subject_matches: boolean;
                condition_matches: boolean | null;
                /** @description Whether this policy brought about the outcome. */
                decides: boolean;
            }[];
        };
        PolicyExplanationAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["PolicyExplanation"];
        };
        PolicyListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Policy"][];
        };
        PolicyQuestion: {
            action: components["schemas"]["PolicyAction"];
            /** @description Explain for an API key of this kind. */
            key?: components["schemas"]["ApiKeyKind"];
            /** @description Explain for a signed-in user. */
            user?: {
                /** Format: uuid */
                id: string;
                email?: string;
                role_ids?: string[];
                /** @default {} */
                claims: components["schemas"]["JsonObject"];
            };
            /**
             * Format: uuid
             * @description A row of the table.
             */
            row_id?: string;
            /** @description A row as it would be, for instance before an insert. */
            row?: components["schemas"]["JsonObject"];
        };
        /**
         * @description `public` any credential of the project; `authenticated` a signed-in user; `owner` the user whom the row belongs to (user_id, else owner_id, else created_by); `api_key` API keys; `role` users with one of role_ids.
         * @enum {string}
         */
        PolicySubject: "public" | "authenticated" | "owner" | "api_key" | "role";
        PolicyUpdate: {
            action?: components["schemas"]["PolicyAction"];
            subject?: components["schemas"]["PolicySubject"];
            effect?: components["schemas"]["PolicyEffect"];
            /** @description A boolean SQL expression over the row's columns, auth.uid(), auth.email() and auth.claim('x'). */
            condition?: string | null;
            role_ids?: string[] | null;
        };
        /**
         * @example {
         *       "id": "bc6026f5-0000-7000-8000-000000000001",
         *       "organisation_id": "1b213432-0000-7000-8000-000000000002",
         *       "name": "Duka",
         *       "status": "active",
         *       "delete_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Project: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organisation_id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "deleting" | "purging";
            /**
             * Format: date-time
             * @description Until when the deletion of the project can be undone; null unless it is deleted.
             */
            delete_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ProjectAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Project"];
        };
        ProjectCreate: {
            /** @description How people call the project. */
            name: string;
            /**
             * Format: uuid
             * @description Default: your personal organisation.
             */
            organisation_id?: string;
        };
        /**
         * @example {
         *       "id": "bc6026f5-0000-7000-8000-000000000001",
         *       "status": "deleting",
         *       "delete_at": "2026-01-22T08:30:00.000Z"
         *     }
         */
        ProjectDeletion: {
            /** Format: uuid */
            id: string;
            /** @constant */
            status: "deleting";
            /**
             * Format: date-time
             * @description Until when the deletion can be undone.
             */
            delete_at: string;
        };
        ProjectDeletionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ProjectDeletion"];
        };
        ProjectListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Project"][];
        };
        ProjectUpdate: {
            name?: string;
        };
        /**
         * @example {
         *       "name": "acme",
         *       "issuer": "https://api.example.com",
         *       "client_id": "a client",
         *       "has_client_secret": true,
         *       "scopes": [
         *         "openid",
         *         "email",
         *         "profile"
         *       ],
         *       "enabled": true,
         *       "callback_url": "https://api.example.com/api/v1/projects/bc6026f5-0000-7000-8000-000000000002/auth/providers/acme/callback",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Provider: {
            name: string;
            issuer: string;
            client_id: string;
            has_client_secret: boolean;
            scopes: string[];
            enabled: boolean;
            /** @description To be registered with the provider. */
            callback_url: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ProviderACallbackAccepted: {
            /** @constant */
            ResultCode: 0;
            ResultDesc: string;
        };
        ProviderAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Provider"];
        };
        ProviderCallback: {
            [key: string]: unknown;
        };
        ProviderCreate: {
            /** @description Stands in the addresses of the provider. */
            name: string;
            /** @description For instance https://accounts.google.com. */
            issuer: string;
            client_id: string;
            /**
             * @description Left out for a public client.
             * @default null
             */
            client_secret: string | null;
            /**
             * @default [
             *       "openid",
             *       "email",
             *       "profile"
             *     ]
             */
            scopes: string[];
            /** @default true */
            enabled: boolean;
        };
        ProviderListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Provider"][];
        };
        ProviderUpdate: {
            /** @description For instance https://accounts.google.com. */
            issuer?: string;
            client_id?: string;
            /** @description `null` makes it a public client. */
            client_secret?: string | null;
            scopes?: string[];
            enabled?: boolean;
        };
        Query: {
            table_slug: string;
            /** @default {} */
            config: components["schemas"]["QueryConfigInput"];
        };
        QueryAggregate: {
            /** @description `COUNT`, `COUNT DISTINCT`, `SUM`, `AVG`, `MIN`, `MAX`, `ARRAY_AGG` or `STRING_AGG`. */
            fn: string;
            column?: string | null;
            alias?: string | null;
            /** @description What STRING_AGG puts between texts; a comma unless said. */
            separator?: string | null;
        };
        QueryConfig: {
            /** @description `title`, `books.title`, `other:books.title`, `*`, `books.*`; all unless said. */
            columns?: string[] | null;
            filters?: components["schemas"]["QueryFilter"][] | null;
            sort?: components["schemas"]["QuerySort"][] | null;
            limit?: number | null;
            offset?: number | null;
            distinct?: boolean | null;
            joins?: components["schemas"]["QueryJoin"][] | null;
            aggregates?: components["schemas"]["QueryAggregate"][] | null;
            group_by?: string[] | null;
        };
        QueryConfigInput: {
            /** @description `title`, `books.title`, `other:books.title`, `*`, `books.*`; all unless said. */
            columns?: string[] | null;
            filters?: components["schemas"]["QueryFilter"][] | null;
            sort?: components["schemas"]["QuerySort"][] | null;
            limit?: number | null;
            offset?: number | null;
            distinct?: boolean | null;
            joins?: components["schemas"]["QueryJoinInput"][] | null;
            aggregates?: components["schemas"]["QueryAggregate"][] | null;
            group_by?: string[] | null;
        };
        QueryFilter: {
            /** @description A column, or the alias of an aggregate. */
            column: string;
            /** @description `eq`, `neq`, `gt`, `gte`, `lt`, `lte`, `like`, `ilike`, `in`, `is.null`, `is.not.null`, `fts`, `plfts`, `phfts`, `wfts`, also with `not.` before it. */
            operator: string;
            value?: unknown;
            /** @description The values of `in`. */
            values?: unknown[] | null;
            /** @description `AND` or `OR`: how it is joined to the filter before it. AND binds tighter. */
            logic?: string | null;
        };
        QueryJoin: {
            /**
             * @description `INNER`, `LEFT`, `RIGHT`, `FULL` or `CROSS JOIN`.
             * @default INNER JOIN
             */
            type: string;
            table: string;
            /** @description What the table goes by here; needed where it stands here twice. */
            alias?: string | null;
            /** @description `a.x = b.y AND …` */
            on?: string | null;
            /** @description A column of a table before this one. */
            from_column?: string | null;
            /** @description A column of this table. */
            to_column?: string | null;
        };
        QueryJoinInput: {
            /**
             * @description `INNER`, `LEFT`, `RIGHT`, `FULL` or `CROSS JOIN`.
             * @default INNER JOIN
             */
            type: string;
            table: string;
            /** @description What the table goes by here; needed where it stands here twice. */
            alias?: string | null;
            /** @description `a.x = b.y AND …` */
            on?: string | null;
            /** @description A column of a table before this one. */
            from_column?: string | null;
            /** @description A column of this table. */
            to_column?: string | null;
        };
        QueryLimits: {
            rows: number;
            bytes: number;
            milliseconds: number;
        };
        /**
         * @example {
         *       "sql": "select \"books\".\"title\" as \"title\", \"books\".\"price\" as \"price\"\nfrom \"books\" \"books\"\nwhere \"books\".deleted_at is null and \"books\".\"price\" < '100'\norder by \"books\"…",
         *       "rest_url": "/rest/v1/books?select=title,price&price=lt.100&order=title.asc,id.asc&limit=20",
         *       "curl": "curl -X POST 'https://api.example.com/api/v1/projects/bc6026f5-0000-7000-8000-000000000002/query/run' \\\n  -H 'X-PLATFORM-API-Key: YOUR_API_KEY' \\\n  -H 'content-type…"
         *     }
         */
        QueryPreview: {
            sql: string;
            /** @description The query in the manner of REST gateways. It is not a route of this server. */
            rest_url: string;
            /** @description The call of query/run, with a placeholder for the key. */
            curl: string;
        };
        QueryPreviewAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["QueryPreview"];
        };
        /**
         * @example {
         *       "columns": [
         *         "title",
         *         "price"
         *       ],
         *       "rows": [
         *         {
         *           "title": "Dunia Mti Mkavu",
         *           "price": 6
         *         }
         *       ],
         *       "total": 3,
         *       "sql": "select \"books\".\"title\" as \"title\", \"books\".\"price\" as \"price\"\nfrom \"books\" \"books\"\nwhere \"books\".deleted_at is null and \"books\".\"price\" < '100'\norder by \"books\"…"
         *     }
         */
        QueryResult: {
            columns: string[];
            rows: components["schemas"]["JsonObject"][];
            /** @description How many rows there are without limit and offset. */
            total: number;
            /** @description The query as SQL, for reading. */
            sql: string;
        };
        QueryResultAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["QueryResult"];
        };
        QuerySort: {
            column: string;
            /** @description `asc` or `desc`. */
            direction?: string | null;
        };
        RateLimitRule: {
            /**
             * @description Left out, the rule is about all routes together.
             * @enum {string}
             */
            group?: "data" | "auth" | "storage" | "functions" | "realtime" | "payments";
            /**
             * @description Each API key, end user or address has a count of its own.
             * @enum {string}
             */
            by: "key" | "user" | "address";
            limit: number;
            /** @default 60 */
            window_seconds: number;
        };
        RateLimitRuleInput: {
            /**
             * @description Left out, the rule is about all routes together.
             * @enum {string}
             */
            group?: "data" | "auth" | "storage" | "functions" | "realtime" | "payments";
            /**
             * @description Each API key, end user or address has a count of its own.
             * @enum {string}
             */
            by: "key" | "user" | "address";
            limit: number;
            /** @default 60 */
            window_seconds: number;
        };
        /**
         * @example {
         *       "rules": [
         *         {
         *           "by": "address",
         *           "group": "auth",
         *           "limit": 30,
         *           "window_seconds": 60
         *         }
         *       ],
         *       "version": 1,
         *       "server": {
         *         "key": 60000,
         *         "user": 1200,
         *         "address": 1200
         *       }
         *     }
         */
        RateLimits: {
            rules: components["schemas"]["RateLimitRule"][];
            /** @description Grows with each change; `PATCH` takes it to refuse changes of something else. */
            version: number;
            /** @description The server's own limits, in requests a minute. They apply as well. */
            server: {
                key: number;
                user: number;
                address: number;
            };
        };
        RateLimitsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RateLimits"];
        };
        RateLimitsChange: {
            rules: components["schemas"]["RateLimitRuleInput"][];
            version?: number;
        };
        /**
         * @example {
         *       "id": "organisation:read",
         *       "organisation_id": null,
         *       "name": "organisation:read",
         *       "description": "See the organisation.",
         *       "built_in": true,
         *       "created_at": null
         *     }
         */
        RbacPermission: {
            /** @description A UUID; of a built-in permission its name. */
            id: string;
            /**
             * Format: uuid
             * @description null for built-in permissions.
             */
            organisation_id: string | null;
            name: string;
            description: string | null;
            built_in: boolean;
            /** Format: date-time */
            created_at: string | null;
        };
        RbacPermissionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RbacPermission"];
        };
        RbacPermissionCreate: {
            /**
             * Format: uuid
             * @description Default: your personal organisation.
             */
            organisation_id?: string;
            /** @description `x-<area>:<verb>`, so that it never means a permission of the server. */
            name: string;
            /** @default null */
            description: string | null;
        };
        RbacPermissionListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RbacPermission"][];
        };
        /**
         * @example {
         *       "organisation_id": null,
         *       "description": null,
         *       "created_at": null,
         *       "updated_at": null,
         *       "id": "owner",
         *       "name": "owner",
         *       "built_in": true,
         *       "permissions": [
         *         "organisation:read",
         *         "organisation:write",
         *         "organisation:delete"
         *       ]
         *     }
         */
        RbacRole: {
            /** @description A UUID; of a built-in role its name. */
            id: string;
            /**
             * Format: uuid
             * @description null for built-in roles.
             */
            organisation_id: string | null;
            name: string;
            description: string | null;
            built_in: boolean;
            permissions: string[];
            /** Format: date-time */
            created_at: string | null;
            /** Format: date-time */
            updated_at: string | null;
        };
        RbacRoleAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RbacRole"];
        };
        RbacRoleCreate: {
            /**
             * Format: uuid
             * @description Default: your personal organisation.
             */
            organisation_id?: string;
            name: string;
            /** @default null */
            description: string | null;
            /**
             * @description Names, such as `cron:read`; GET /rbac/permissions lists them.
             * @default []
             */
            permissions: string[];
        };
        RbacRoleGrant: {
            /**
             * Format: uuid
             * @description Default: your personal organisation.
             */
            organisation_id?: string;
            /** @description The id of an own role, or the name of a built-in one. */
            role_id: string | components["schemas"]["MemberRole"];
        };
        RbacRoleListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RbacRole"][];
        };
        RbacRolePermissions: {
            /** @description Names, such as `cron:read`; GET /rbac/permissions lists them. */
            permissions: string[];
        };
        RbacRoleUpdate: {
            name?: string;
            description?: string | null;
            /** @description Takes the place of the old ones. */
            permissions?: string[];
        };
        /**
         * @example {
         *       "url": "https://api.example.com",
         *       "token": "example-token",
         *       "channel": "project:bc6026f5-0000-7000-8000-000000000002:books",
         *       "expires_at": "2026-01-16T08:30:00.000Z"
         *     }
         */
        RealtimeConnection: {
            /** @description The WebSocket is at this address, with ws for http, and /connection/websocket. */
            url: string;
            token: string;
            /** @description What pushes of the table are called; the first where there are several. */
            channel: string;
            /** Format: date-time */
            expires_at: string;
        };
        RealtimeConnectionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RealtimeConnection"];
        };
        /**
         * @example {
         *       "realtime": "ok"
         *     }
         */
        RealtimeHealth: {
            /** @constant */
            realtime: "ok";
            /** @description How many tables of a cluster cannot be captured, where there are any. Their owners see why. */
            degraded_tables?: {
                [key: string]: number;
            };
        };
        RealtimeHealthAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RealtimeHealth"];
        };
        /**
         * @example {
         *       "enabled": true,
         *       "broadcast_inserts": true,
         *       "broadcast_updates": true,
         *       "broadcast_deletes": true
         *     }
         */
        RealtimeSettings: {
            /**
             * @description Whether anything is sent live at all.
             * @default true
             */
            enabled: boolean;
            /**
             * @description Whether INSERT events are sent.
             * @default true
             */
            broadcast_inserts: boolean;
            /**
             * @description Whether UPDATE events are sent.
             * @default true
             */
            broadcast_updates: boolean;
            /**
             * @description Whether DELETE events are sent.
             * @default true
             */
            broadcast_deletes: boolean;
        };
        RealtimeSettingsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RealtimeSettings"];
        };
        RealtimeSettingsUpdate: {
            enabled?: boolean;
            broadcast_inserts?: boolean;
            broadcast_updates?: boolean;
            broadcast_deletes?: boolean;
        };
        /**
         * @example {
         *       "id": "9b25dee1-0000-7000-8000-000000000002",
         *       "channel": "project:bc6026f5-0000-7000-8000-000000000002:books",
         *       "token": "example-token",
         *       "expires_at": "2026-01-15T08:40:00.000Z",
         *       "url": "https://api.example.com"
         *     }
         */
        RealtimeToken: {
            /** Format: uuid */
            id: string;
            url: string;
            token: string;
            channel: string | null;
            /** Format: date-time */
            expires_at: string;
        };
        RealtimeTokenAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RealtimeToken"];
        };
        /** @default {} */
        RealtimeTokenCreate: {
            /** @description The slug of a table. Without it the token is for all of the project. */
            table?: string;
        };
        ReconciliationDifference: {
            cause: string;
            /** @description What to do. */
            advice: string;
            /** Format: uuid */
            transaction_id: string | null;
            /** @enum {string} */
            provider: "provider_a" | "provider_b";
            reference: string | null;
            receipt: string | null;
            status: string | null;
            /** @description Ours. */
            amount: number | null;
            /** @description The provider's. */
            statement_amount: number | null;
            currency: string;
            /** Format: date-time */
            at: string;
        };
        /**
         * @example {
         *       "from": "2026-01-14T08:30:00.000Z",
         *       "to": "2026-01-15T08:30:00.000Z",
         *       "totals": [
         *         {
         *           "provider": "provider_a",
         *           "environment": "sandbox",
         *           "currency": "KES",
         *           "completed": 0,
         *           "completed_amount": 0,
         *           "open": 0,
         *           "failed": 0
         *         }
         *       ],
         *       "differences": []
         *     }
         */
        ReconciliationReport: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            totals: components["schemas"]["ReconciliationTotals"][];
            /** @description At most 1000, the latest first. */
            differences: components["schemas"]["ReconciliationDifference"][];
        };
        ReconciliationReportAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ReconciliationReport"];
        };
        ReconciliationTotals: {
            /** @enum {string} */
            provider: "provider_a" | "provider_b";
            /** @enum {string} */
            environment: "sandbox" | "live";
            currency: string;
            completed: number;
            completed_amount: number;
            open: number;
            failed: number;
        };
        RecordInput: {
            data: components["schemas"]["RowInput"];
        };
        RecordSelection: {
            /** @description The records; those of them that match the filters of the query string, where there are any. */
            ids?: string[];
            /** @description How many records must be concerned; with another number the answer is 409, and nothing is written. */
            expected_count?: number;
        };
        RecordsUpdate: {
            data: components["schemas"]["RowInput"];
            /** @description The records; those of them that match the filters of the query string, where there are any. */
            ids?: string[];
            /** @description How many records must be concerned; with another number the answer is 409, and nothing is written. */
            expected_count?: number;
        };
        /**
         * @description Each works once in place of a code. Shown once.
         * @example [
         *       "ugvnp-3gkns",
         *       "aph2a-4x4ss",
         *       "45zk9-mxpj4"
         *     ]
         */
        RecoveryCodes: string[];
        RecoveryCodesAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RecoveryCodes"];
        };
        /**
         * @example {
         *       "left": 10
         *     }
         */
        RecoveryCodesLeft: {
            /** @description How many were not used yet, of ten. */
            left: number;
        };
        RecoveryCodesLeftAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RecoveryCodesLeft"];
        };
        Refresh: {
            refresh_token: string;
        };
        /**
         * @example {
         *       "tokens": {
         *         "access_token": "example.access.token",
         *         "access_token_expires_at": "2026-01-15T09:30:00.000Z",
         *         "token_type": "Bearer",
         *         "refresh_token": "example-refresh-token",
         *         "refresh_token_expires_at": "2026-02-14T08:30:00.000Z"
         *       },
         *       "device_token": "example-device-token"
         *     }
         */
        Refreshed: {
            tokens: components["schemas"]["Tokens"];
            /** @description Keep it, also after signing out, and send it with the next sign-in on this device. */
            device_token: string;
        };
        RefreshedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Refreshed"];
        };
        Registration: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            /**
             * Format: password
             * @description At least 8 characters with at least one letter and one digit.
             */
            password: string;
            full_name: string;
            /** @description The token of an invitation to an organisation, which you then also join. */
            invitation?: string;
            /** @description For the first account in production: the token that the log of the server shows. */
            setup_token?: string;
        };
        /**
         * @example {
         *       "id": "2daa75d0-0000-7000-8000-000000000001",
         *       "name": "author",
         *       "from_table": "books",
         *       "from_column": "author_id",
         *       "to_table": "authors",
         *       "to_column": "id",
         *       "on_delete": "restrict",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Relationship: {
            /** Format: uuid */
            id: string;
            name: string;
            from_table: string;
            from_column: string;
            to_table: string;
            to_column: string;
            on_delete: components["schemas"]["OnDelete"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        RelationshipAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Relationship"];
        };
        RelationshipCreate: {
            /** @description Default: the column without `_id`. */
            name?: string;
            from_table: string;
            from_column: string;
            to_table: string;
            to_column: string;
            /** @default restrict */
            on_delete: components["schemas"]["OnDelete"];
        };
        RelationshipListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Relationship"][];
        };
        RelationshipUpdate: {
            name?: string;
            on_delete?: components["schemas"]["OnDelete"];
        };
        /**
         * @example {
         *       "removed": [
         *         {
         *           "kind": "view",
         *           "name": "cheap_books"
         *         }
         *       ]
         *     }
         */
        Removed: {
            removed: components["schemas"]["Dependent"][];
        };
        RemovedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Removed"];
        };
        /**
         * @example {
         *       "id": "99",
         *       "request_id": "734d11a1-0000-7000-8000-000000000003",
         *       "method": "POST",
         *       "path": "/api/v1/projects/bc6026f5-0000-7000-8000-000000000002/realtime/channels",
         *       "status": 201,
         *       "duration_ms": 1.2,
         *       "actor": "dashboard:50c9c4ae-0000-7000-8000-000000000001",
         *       "address": "203.0.113.7",
         *       "left_out": 0,
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        RequestLogEntry: {
            /** @description Ascends as numbers do. */
            id: string;
            request_id: string;
            method: string;
            path: string;
            status: number;
            duration_ms: number;
            /** @description `api_key:<id>`, `user:<id>`, `dashboard:<id>` or `anonymous`. */
            actor: string;
            address: string;
            /** @description How many requests before this one a flood has left out. */
            left_out: number;
            /** Format: date-time */
            created_at: string;
        };
        RequestLogEntryListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RequestLogEntry"][];
        };
        /**
         * @example {
         *       "id": "b2c6070b-0000-7000-8000-000000000001",
         *       "name": "nightly-report"
         *     }
         */
        RequeuedJob: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        RequeuedJobAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RequeuedJob"];
        };
        /**
         * @example {
         *       "id": "7ef7bdf9-0000-7000-8000-000000000002",
         *       "length": 94,
         *       "offset": 94,
         *       "expires_at": null,
         *       "object": {
         *         "id": "a5614527-0000-7000-8000-000000000015",
         *         "name": "a.png",
         *         "size": 94,
         *         "bucket": "covers",
         *         "folder": "123456",
         *         "version": "7ef7bdf9-0000-7000-8000-000000000002",
         *         "checksum": "489213cee5ec7cdb94baea6ee59ea0d77745d2f02594fbc090f73b6765f03f55",
         *         "metadata": {},
         *         "owner_id": null,
         *         "mime_type": "image/png",
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "updated_at": "2026-01-15T08:30:00.000Z",
         *         "cache_control": null
         *       }
         *     }
         */
        ResumableUpload: {
            /** Format: uuid */
            id: string;
            /** @description Bytes of the whole file. */
            length: number;
            /** @description Bytes that have arrived, and survive a crash. */
            offset: number;
            /**
             * Format: date-time
             * @description Moves with each part; null once the object is there.
             */
            expires_at: string | null;
            /** @description The object that it has become. */
            object: components["schemas"]["StorageObject"] | null;
        };
        ResumableUploadAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ResumableUpload"];
        };
        /**
         * @example {
         *       "id": "4bd5ac17-0000-7000-8000-000000000001",
         *       "key": "MAIL_PASSWORD",
         *       "value": "not-a-real-password-either"
         *     }
         */
        RevealedSecret: {
            /** Format: uuid */
            id: string;
            key: string;
            value: string;
        };
        RevealedSecretAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["RevealedSecret"];
        };
        /**
         * @example {
         *       "id": "1db8f13f-0000-7000-8000-000000000001",
         *       "name": "editor",
         *       "description": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "permission_ids": [
         *         "cee72230-0000-7000-8000-000000000001"
         *       ]
         *     }
         */
        Role: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            permission_ids: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        RoleAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Role"];
        };
        RoleCreate: {
            name: string;
            /** @default null */
            description: string | null;
            permission_ids?: string[];
        };
        RoleGrant: {
            /** Format: uuid */
            role_id: string;
        };
        RoleGrants: {
            /** @description Takes the place of the old ones. */
            role_ids: string[];
        };
        RoleListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Role"][];
        };
        RoleUpdate: {
            name?: string;
            description?: string | null;
            /** @description Takes the place of the old ones. */
            permission_ids?: string[];
        };
        /**
         * @description A row: one field per column.
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000001",
         *       "title": "Kusadikika",
         *       "price": 12.5,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "deleted_at": null,
         *       "author_id": null
         *     }
         */
        Row: {
            [key: string]: unknown;
        };
        RowAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Row"];
        };
        RowCount: {
            count: number;
        };
        /** @description Column values as a JSON object. */
        RowInput: {
            [key: string]: unknown;
        };
        /**
         * @example [
         *       {
         *         "id": "a5614527-0000-7000-8000-000000000001",
         *         "title": "Kusadikika",
         *         "price": 12.5
         *       }
         *     ]
         */
        Rows: components["schemas"]["Row"][] | components["schemas"]["RowCount"];
        RowsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Rows"];
        };
        /**
         * @example {
         *       "endpoint": "https://api.example.com/s3/bc6026f5-0000-7000-8000-000000000002",
         *       "region": "us-east-1",
         *       "access_key_id": "ac20466e47ce487db7a852fe5a8fa063",
         *       "secret_access_key": "ZUjSPC97UeShq3PHe00cxYwECUWOtM1GLOXhNG70shE"
         *     }
         */
        S3Access: {
            /** @description The address to give to S3 clients, with path-style requests. */
            endpoint: string;
            region: string;
            access_key_id: string;
            secret_access_key: string;
        };
        S3AccessAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["S3Access"];
        };
        S3AccessInput: {
            /**
             * Format: uuid
             * @description An API key of the project: its kind and scopes apply.
             */
            api_key_id: string;
        };
        /**
         * @example {
         *       "id": "961282e8-0000-7000-8000-000000000001",
         *       "user_id": null,
         *       "name": "Cheap books",
         *       "table_slug": null,
         *       "config": null,
         *       "sql": "select title from books where price < :most",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "params": [
         *         "most"
         *       ]
         *     }
         */
        SavedQuery: {
            /** Format: uuid */
            id: string;
            name: string;
            table_slug: string | null;
            config: components["schemas"]["QueryConfig"] | null;
            sql: string | null;
            /** @description The names of the parameters of its SQL. */
            params: string[];
            /**
             * Format: uuid
             * @description The end user whose query it is; null for a query of the project.
             */
            user_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        SavedQueryAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SavedQuery"];
        };
        SavedQueryCreate: {
            name: string;
            table_slug?: string;
            config?: components["schemas"]["QueryConfigInput"];
            /** @description As for query/exec, with parameters as `:name`. */
            sql?: string;
        };
        SavedQueryListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SavedQuery"][];
        };
        /**
         * @example {
         *       "columns": [
         *         "title"
         *       ],
         *       "rows": [
         *         {
         *           "title": "Kinjeketile"
         *         }
         *       ],
         *       "total": 3,
         *       "truncated": false,
         *       "limits": {
         *         "rows": 1000,
         *         "bytes": 8388608,
         *         "milliseconds": 5000
         *       },
         *       "sql": "select title from books where price < :most"
         *     }
         */
        SavedQueryResult: {
            columns: string[];
            rows: components["schemas"]["JsonObject"][];
            /** @description How many rows there are in all; null where a result of SQL is cut off. */
            total: number | null;
            /** @description The query as SQL, for reading. */
            sql: string;
            truncated?: boolean;
            limits?: components["schemas"]["QueryLimits"];
        };
        SavedQueryResultAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SavedQueryResult"];
        };
        SavedQueryRun: {
            /** @description The values of `:name`, … in its SQL. */
            params?: components["schemas"]["JsonObject"];
        } | null;
        /**
         * @example {
         *       "version": 22,
         *       "kind": "function.remove",
         *       "operation": {
         *         "kind": "function.remove",
         *         "cascade": false,
         *         "function": "trim_title"
         *       },
         *       "sql": "drop function trim_title();",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "author": {
         *         "id": "50c9c4ae-0000-7000-8000-000000000001",
         *         "email": "person-1@example.com"
         *       },
         *       "origin": null
         *     }
         */
        SchemaChange: {
            version: number;
            /** @description `table.create`, `column.update`, `policy.remove`, `sql`, … */
            kind: string;
            operation: components["schemas"]["SchemaOperation"];
            /** @description The statements that ran. */
            sql: string;
            author: {
                /** Format: uuid */
                id: string;
                email: string;
            };
            /** @description The migration of another project that was applied. */
            origin: {
                /** Format: uuid */
                project_id: string;
                version: number;
            } | null;
            /** Format: date-time */
            created_at: string;
        };
        SchemaChangeListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SchemaChange"][];
        };
        SchemaObject: {
            /** @enum {string} */
            kind: "table" | "column" | "constraint" | "index" | "view" | "function" | "trigger" | "type";
            name: string;
            definition: string;
        };
        /** @description The change as it was asked for, with names instead of ids. */
        SchemaOperation: {
            kind: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "id": "4bd5ac17-0000-7000-8000-000000000001",
         *       "key": "MAIL_PASSWORD",
         *       "value": "••••word",
         *       "description": "Of the mail server.",
         *       "version": 1,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Secret: {
            /** Format: uuid */
            id: string;
            key: string;
            /** @description `••••`, and the last four characters of values of 16 or more. */
            value: string;
            description: string | null;
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SecretAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Secret"];
        };
        SecretCreate: {
            /** @description Letters, digits and underscores; kept in upper case. */
            key: string;
            value: string;
            /** @description What it is for. It is not encrypted. */
            description?: string | null;
        };
        SecretListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Secret"][];
        };
        SecretUpdate: {
            /** @description The value of a new version. */
            value?: string;
            /** @description What it is for. It is not encrypted. */
            description?: string | null;
        };
        /**
         * @example {
         *       "version": 2,
         *       "created_by": "dashboard:50c9c4ae-0000-7000-8000-000000000001",
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        SecretVersion: {
            version: number;
            /** @description `dashboard:<account>` or `api_key:<id>`. */
            created_by: string;
            /** Format: date-time */
            created_at: string;
        };
        SecretVersionListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SecretVersion"][];
        };
        /**
         * @example {
         *       "domain": "shop.example.com"
         *     }
         */
        ServedDomain: {
            domain: string;
        };
        ServedDomainAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ServedDomain"];
        };
        /**
         * @example {
         *       "environment": "development",
         *       "node_version": "24.20.0",
         *       "uptime_seconds": 86400,
         *       "memory_bytes": 210000000,
         *       "mail": true,
         *       "clusters": [
         *         {
         *           "name": "main",
         *           "status": "ok",
         *           "version": "18.4",
         *           "database_ms": 1.2,
         *           "serves": true,
         *           "failed_tables": 0
         *         }
         *       ]
         *     }
         */
        ServerHealth: {
            /** @enum {string} */
            environment: "development" | "production";
            node_version: string;
            uptime_seconds: number;
            memory_bytes: number;
            /** @description Whether mail can be sent. */
            mail: boolean;
            clusters: {
                name: string;
                /** @enum {string} */
                status: "ok" | "unreachable";
                /** @description Of PostgreSQL. */
                version: string | null;
                database_ms: number | null;
                /** @description Whether this node serves live changes of it. */
                serves: boolean;
                /** @description Tables whose changes cannot be captured. */
                failed_tables: number;
            }[];
        };
        ServerHealthAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ServerHealth"];
        };
        /**
         * @example {
         *       "environment": "development",
         *       "public_url": null,
         *       "rate_limits": false,
         *       "key_limit": 60000,
         *       "client_limit": 1200,
         *       "live_connections": 340,
         *       "storage_quota_bytes": null,
         *       "storage_grace_days": 7,
         *       "pool_size": 3,
         *       "change_capture": "auto",
         *       "change_retention_seconds": 120,
         *       "function_processes": 16,
         *       "trust_proxy": false,
         *       "log_level": "info",
         *       "internal_networks": [
         *         "10.1.0.0/16"
         *       ],
         *       "external_database": false,
         *       "nats": false,
         *       "s3": false,
         *       "smtp": false,
         *       "sms": false
         *     }
         */
        ServerSettings: {
            /** @enum {string} */
            environment: "development" | "production";
            public_url: string | null;
            rate_limits: boolean;
            key_limit: number;
            client_limit: number;
            live_connections: number;
            storage_quota_bytes: number | null;
            storage_grace_days: number;
            pool_size: number;
            /** @enum {string} */
            change_capture: "auto" | "outbox";
            change_retention_seconds: number;
            function_processes: number;
            trust_proxy: boolean;
            log_level: string;
            internal_networks: string[];
            external_database: boolean;
            nats: boolean;
            s3: boolean;
            smtp: boolean;
            sms: boolean;
        };
        ServerSettingsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["ServerSettings"];
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000006",
         *       "user_agent": "example-agent/1.0",
         *       "current": true,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_used_at": "2026-01-15T08:30:00.000Z",
         *       "expires_at": "2026-02-14T08:30:00.000Z"
         *     }
         */
        Session: {
            /** Format: uuid */
            id: string;
            user_agent: string | null;
            /** @description Whether this request was made in it. */
            current: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it began or was last refreshed.
             */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        SessionListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Session"][];
        };
        /**
         * @example {
         *       "transaction_id": "4b481c9c-0000-7000-8000-000000000001",
         *       "status": "pending",
         *       "amount": 9000,
         *       "currency": "TZS",
         *       "reference": "sess_10d904d163c7e451f3",
         *       "checkout_url": "https://api.example.com/simulators/checkout/sess_10d904d163c7e451f3",
         *       "payment_link_url": "https://api.example.com/simulators/checkout/sess_10d904d163c7e451f3",
         *       "short_code": "e451f3",
         *       "expires_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        SessionStarted: {
            /** Format: uuid */
            transaction_id: string;
            /** @enum {string} */
            status: "submitting" | "pending" | "unknown" | "completed" | "failed" | "cancelled" | "expired" | "reversed";
            amount: number;
            currency: string;
            reference: string | null;
            /** @description Where the payer goes to pay. */
            checkout_url: string | null;
            payment_link_url: string | null;
            short_code: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        SessionStartedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SessionStarted"];
        };
        /**
         * @example {
         *       "version": "0.1.0",
         *       "environment": "development",
         *       "has_accounts": true,
         *       "registration": "open",
         *       "mail": false,
         *       "sms": false,
         *       "modules": [
         *         "console",
         *         "system",
         *         "usage"
         *       ],
         *       "limits": {
         *         "body_bytes": 1048576
         *       }
         *     }
         */
        Setup: {
            version: string;
            /** @enum {string} */
            environment: "development" | "production";
            has_accounts: boolean;
            /**
             * @description Who can register: anybody, who has the setup token from the log, or who has an invitation.
             * @enum {string}
             */
            registration: "open" | "setup_token" | "invitation";
            /** @description Whether mails leave the server. */
            mail: boolean;
            /** @description Whether SMS leave the server. */
            sms: boolean;
            /** @description The names of the modules of the server. */
            modules: string[];
            limits: {
                /** @description The most bytes of a JSON body. */
                body_bytes: number;
            };
        };
        SetupAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Setup"];
        };
        /**
         * @example {
         *       "url": "https://api.example.com/api/v1/projects/bc6026f5-0000-7000-8000-000000000002/storage/files/66e34f80-0000-7000-8000-000000000001/kusadikika.png?token=example-token…",
         *       "expires_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        SignedDownload: {
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        SignedDownloadAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SignedDownload"];
        };
        SignedDownloadInput: {
            /** Format: uuid */
            object_id: string;
            /**
             * @description Seconds for which the address is valid.
             * @default 3600
             */
            expires_in: number;
            /**
             * @description Has browsers save the file: under its own name, or under this one.
             * @default false
             */
            download: boolean | string;
        };
        /**
         * @example {
         *       "user": {
         *         "id": "c7a1a7b6-0000-7000-8000-000000000002",
         *         "email": "neema.said@example.com",
         *         "phone": "+255712345678",
         *         "full_name": "Neema Said",
         *         "is_active": true,
         *         "is_anonymous": false,
         *         "email_verified": false,
         *         "phone_verified": false,
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "updated_at": "2026-01-15T08:30:00.000Z",
         *         "metadata": {
         *           "language": "sw"
         *         }
         *       },
         *       "tokens": {
         *         "access_token": "example.access.token",
         *         "access_token_expires_at": "2026-01-15T09:30:00.000Z",
         *         "token_type": "Bearer",
         *         "refresh_token": "example-refresh-token",
         *         "refresh_token_expires_at": "2026-02-14T08:30:00.000Z"
         *       },
         *       "device_token": "example-device-token"
         *     }
         */
        SignedUp: components["schemas"]["UserSession"] | {
            user: components["schemas"]["User"];
            /** @constant */
            email_verification_required: true;
        };
        SignedUpAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SignedUp"];
        };
        /**
         * @example {
         *       "url": "https://api.example.com/api/v1/projects/bc6026f5-0000-7000-8000-000000000002/storage/uploads?token=example-token…",
         *       "storage_path": "covers/rosa-mistika.png",
         *       "method": "PUT",
         *       "expires_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        SignedUpload: {
            /** @description Takes the bytes with PUT, once. */
            url: string;
            storage_path: string;
            /** @constant */
            method: "PUT";
            /** Format: date-time */
            expires_at: string;
        };
        SignedUploadAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SignedUpload"];
        };
        SignedUploadInput: {
            /** @description The bucket's id or slug. */
            bucket_id: string;
            /** @description The name of the object, with slashes between folders. */
            object_name: string;
            /** @description The exact number of bytes; others are refused. */
            content_length?: number;
            /** @description The type of the file; others are refused. */
            content_type?: string;
            /**
             * @description Replaces the object of that name, if there is one.
             * @default false
             */
            overwrite: boolean;
            /**
             * @description Seconds for which the address is valid.
             * @default 3600
             */
            expires_in: number;
            cache_control?: string;
            /** @default {} */
            metadata: components["schemas"]["JsonObject"];
        };
        Signin: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            password: string;
            /** @description What has come by mail after an answer 429 with `details.reason` = `proof_required`. */
            code?: string;
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /**
         * @example {
         *       "user": {
         *         "id": "c7a1a7b6-0000-7000-8000-000000000002",
         *         "email": "neema.said@example.com",
         *         "phone": "+255712345678",
         *         "full_name": "Neema Said",
         *         "is_active": true,
         *         "is_anonymous": false,
         *         "email_verified": true,
         *         "phone_verified": true,
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "updated_at": "2026-01-15T08:30:00.000Z",
         *         "metadata": {
         *           "language": "sw"
         *         }
         *       },
         *       "tokens": {
         *         "access_token": "example.access.token",
         *         "access_token_expires_at": "2026-01-15T09:30:00.000Z",
         *         "token_type": "Bearer",
         *         "refresh_token": "example-refresh-token",
         *         "refresh_token_expires_at": "2026-02-14T08:30:00.000Z"
         *       },
         *       "device_token": "example-device-token"
         *     }
         */
        SigninResult: components["schemas"]["UserSession"] | components["schemas"]["MfaChallenge"];
        SigninResultAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SigninResult"];
        };
        Signup: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            /**
             * Format: password
             * @description At least 8 characters with at least one letter and one digit.
             */
            password: string;
            full_name: string;
            /** @description With its country code, as +255712345678. */
            phone: string;
            /** @description Anything; the user may read and change it. */
            metadata?: components["schemas"]["JsonObject"];
        };
        /**
         * @example {
         *       "name": "trim_title",
         *       "language": "plpgsql",
         *       "arguments": "123456",
         *       "returns": "trigger",
         *       "volatility": "volatile",
         *       "strict": false,
         *       "body": "begin new.title := trim(new.title); return new; end",
         *       "dependents": []
         *     }
         */
        SqlFunction: {
            name: string;
            arguments: string;
            returns: string;
            language: string;
            volatility: string;
            strict: boolean;
            body: string;
            dependents: components["schemas"]["Dependent"][];
        };
        SqlFunctionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SqlFunction"];
        };
        SqlFunctionCreate: {
            name: string;
            /**
             * @description As SQL, for instance `a integer, b text default ''`.
             * @default
             */
            arguments: string;
            /** @description A type, `setof` a type, `table (…)`, `void`, or `trigger`. */
            returns: string;
            /** @default plpgsql */
            language: components["schemas"]["SqlFunctionLanguage"];
            /** @default volatile */
            volatility: components["schemas"]["SqlFunctionVolatility"];
            /**
             * @description Null without a call where an argument is null.
             * @default false
             */
            strict: boolean;
            /** @description Runs with the rights of the caller. */
            body: string;
        };
        /** @enum {string} */
        SqlFunctionLanguage: "plpgsql" | "sql";
        SqlFunctionListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SqlFunction"][];
        };
        SqlFunctionReplace: {
            /**
             * @description As SQL, for instance `a integer, b text default ''`.
             * @default
             */
            arguments: string;
            /** @description A type, `setof` a type, `table (…)`, `void`, or `trigger`. */
            returns: string;
            /** @default plpgsql */
            language: components["schemas"]["SqlFunctionLanguage"];
            /** @default volatile */
            volatility: components["schemas"]["SqlFunctionVolatility"];
            /**
             * @description Null without a call where an argument is null.
             * @default false
             */
            strict: boolean;
            /** @description Runs with the rights of the caller. */
            body: string;
        };
        /** @enum {string} */
        SqlFunctionVolatility: "volatile" | "stable" | "immutable";
        SqlQuery: {
            /** @description SELECT, WITH or VALUES. */
            sql: string;
            params?: unknown[] | components["schemas"]["JsonObject"];
        };
        /**
         * @example {
         *       "columns": [
         *         "title",
         *         "price"
         *       ],
         *       "rows": [
         *         {
         *           "title": "Dunia Mti Mkavu",
         *           "price": 6
         *         }
         *       ],
         *       "total": 3,
         *       "truncated": false,
         *       "limits": {
         *         "rows": 1000,
         *         "bytes": 8388608,
         *         "milliseconds": 5000
         *       },
         *       "sql": "select title, price from books where price < $1 order by title"
         *     }
         */
        SqlResult: {
            /** @description In their order. Of several with one name the later ones get a number. */
            columns: string[];
            rows: components["schemas"]["JsonObject"][];
            /** @description How many rows there are; null where the result is cut off. */
            total: number | null;
            /** @description Whether the result is cut off at one of the limits. */
            truncated: boolean;
            limits: components["schemas"]["QueryLimits"];
            sql: string;
        };
        SqlResultAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SqlResult"];
        };
        SsoCodeExchange: {
            code: string;
            code_verifier: string;
        };
        /**
         * @example {
         *       "domain": "duka.example",
         *       "record": {
         *         "type": "TXT",
         *         "name": "_msingi.duka.example",
         *         "value": "msingi-domain=example-proof"
         *       },
         *       "verified_at": "2026-01-15T08:30:00.000Z",
         *       "created_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        SsoDomain: {
            domain: string;
            /** @description The DNS record that proves that the domain is yours. */
            record: {
                /** @constant */
                type: "TXT";
                name: string;
                value: string;
            };
            /** Format: date-time */
            verified_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        SsoDomainAdd: {
            domain: string;
        };
        SsoDomainAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SsoDomain"];
        };
        SsoDomainListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SsoDomain"][];
        };
        /**
         * @description What members get who come in for the first time.
         * @enum {string}
         */
        SsoRole: "admin" | "developer" | "viewer" | "billing";
        /**
         * @example {
         *       "issuer": "https://api.example.com",
         *       "client_id": "a client",
         *       "has_client_secret": true,
         *       "default_role": "developer",
         *       "required": false,
         *       "callback_url": "https://api.example.com/api/v1/auth/sso/427251e6-0000-7000-8000-000000000002/callback",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        SsoSettings: {
            issuer: string;
            client_id: string;
            has_client_secret: boolean;
            default_role: components["schemas"]["SsoRole"];
            required: boolean;
            /** @description To be registered with the provider. */
            callback_url: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SsoSettingsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["SsoSettings"];
        };
        SsoSettingsWrite: {
            /** @description For instance https://accounts.google.com. */
            issuer: string;
            client_id: string;
            /** @description Left out, it stays as it is; `null` makes it a public client. */
            client_secret?: string | null;
            /** @default viewer */
            default_role: components["schemas"]["SsoRole"];
            /**
             * @description Whether members with an address of a verified domain must sign in so to reach the organisation.
             * @default false
             */
            required: boolean;
        };
        StatementImport: {
            /** @enum {string} */
            provider: "provider_a" | "provider_b";
            csv: string;
        };
        /**
         * @example {
         *       "lines": 1,
         *       "matched": 1,
         *       "settled": 0,
         *       "unmatched": 0
         *     }
         */
        StatementImported: {
            lines: number;
            matched: number;
            /** @description Transactions that the statement has completed. */
            settled: number;
            unmatched: number;
        };
        StatementImportedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["StatementImported"];
        };
        StkPush: {
            /** @description With its country code, or as it is written in its country. */
            phone: string;
            /** @description In whole shillings: KES of provider A, TZS of provider B. */
            amount: number;
            description: string;
            order_id?: string;
            /** @description Anything, to find the payment again by. */
            metadata?: components["schemas"]["JsonObject"];
            /**
             * Format: uuid
             * @description Whose payment it is; signed-in users always pay for themselves.
             */
            user_id?: string;
        };
        /**
         * @example {
         *       "transaction_id": "a5614527-0000-7000-8000-000000000011",
         *       "status": "pending",
         *       "amount": 150,
         *       "currency": "KES",
         *       "phone": "+254712345678",
         *       "checkout_request_id": "ws_CO_98ab9f3824e291ca7b",
         *       "merchant_request_id": "29115-13a74c7f1a3b24aa99",
         *       "response_code": "0",
         *       "response_description": "Success. Request accepted for processing",
         *       "customer_message": "Success. Request accepted for processing"
         *     }
         */
        StkPushed: {
            /** Format: uuid */
            transaction_id: string;
            /** @enum {string} */
            status: "submitting" | "pending" | "unknown" | "completed" | "failed" | "cancelled" | "expired" | "reversed";
            amount: number;
            currency: string;
            phone: string | null;
            checkout_request_id: string | null;
            merchant_request_id: string | null;
            /** @description 0 where the provider has accepted the request. */
            response_code: string | null;
            response_description: string | null;
            customer_message: string | null;
        };
        StkPushedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["StkPushed"];
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000026",
         *       "bucket": "covers",
         *       "name": "2026/",
         *       "folder": "123456",
         *       "size": 0,
         *       "mime_type": "application/x-directory",
         *       "checksum": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
         *       "version": "5ca4f385-0000-7000-8000-000000000002",
         *       "cache_control": null,
         *       "owner_id": null,
         *       "metadata": {},
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        StorageObject: {
            /** Format: uuid */
            id: string;
            /** @description The bucket's slug. */
            bucket: string;
            name: string;
            /** @description The part of the name before its last slash. */
            folder: string;
            /** @description Bytes. */
            size: number;
            mime_type: string;
            /** @description The SHA-256 of the bytes, in hexadecimal. */
            checksum: string;
            /**
             * Format: uuid
             * @description Another one whenever the bytes are replaced.
             */
            version: string;
            cache_control: string | null;
            /**
             * Format: uuid
             * @description The project user who uploaded it.
             */
            owner_id: string | null;
            metadata: components["schemas"]["JsonObject"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        StorageObjectAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["StorageObject"];
        };
        /**
         * @example {
         *       "bytes": 470,
         *       "objects": 6,
         *       "egress_bytes": 92000000,
         *       "quota_bytes": null
         *     }
         */
        StorageUsage: {
            /** @description With what is kept of deleted files until it cannot be brought back. */
            bytes: number;
            objects: number;
            /** @description Sent since the month began, some seconds late. */
            egress_bytes: number;
            quota_bytes: number | null;
        };
        StorageUsageAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["StorageUsage"];
        };
        /** @description What every answer has besides its `data`. */
        Success: {
            /** @constant */
            success: true;
            /** @example Request completed successfully. */
            message: string;
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000012",
         *       "name": "authors",
         *       "slug": "authors",
         *       "description": null,
         *       "read_only": false,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "columns": [
         *         {
         *           "id": "a5614527-0000-7000-8000-000000000013",
         *           "name": "id",
         *           "data_type": "uuid",
         *           "char_length": null,
         *           "required": true,
         *           "unique": true,
         *           "indexed": false,
         *           "description": null,
         *           "default_value": "uuidv7()",
         *           "enum_values": null,
         *           "is_system": true
         *         }
         *       ]
         *     }
         */
        Table: {
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            description: string | null;
            /** @description Read-only tables take no writes over the data API (`users`). */
            read_only: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            columns: components["schemas"]["Column"][];
        };
        TableAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Table"];
        };
        TableCreate: {
            /** @description The slug is made of it: lower case, with words joined by `_`. */
            name: string;
            description?: string | null;
            /** @description Besides `id`, `created_at`, `updated_at` and `deleted_at`, which every table has. */
            columns?: components["schemas"]["ColumnCreate"][];
        };
        TableListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Table"][];
        };
        /**
         * @example {
         *       "sql": "create table \"books\" (\n  \"id\" uuid not null default uuidv7() constraint \"books$pkey\" primary key,\n  \"title\" character varying(255) not null,\n  \"price\" numeric,…",
         *       "json_schema": {
         *         "row": {
         *           "$schema": "https://json-schema.org/draft/2020-12/schema",
         *           "title": "Books",
         *           "description": "What we sell.",
         *           "type": "object",
         *           "properties": {
         *             "id": {
         *               "type": "string",
         *               "format": "uuid"
         *             },
         *             "title": {
         *               "type": "string",
         *               "maxLength": 255,
         *               "description": "As on the cover."
         *             },
         *             "price": {
         *               "type": [
         *                 "number",
         *                 "null"
         *               ]
         *             },
         *             "created_at": {
         *               "type": "string",
         *               "format": "date-time"
         *             },
         *             "updated_at": {
         *               "type": "string",
         *               "format": "date-time"
         *             },
         *             "deleted_at": {
         *               "type": [
         *                 "string",
         *                 "null"
         *               ],
         *               "format": "date-time"
         *             },
         *             "author_id": {
         *               "type": [
         *                 "string",
         *                 "null"
         *               ],
         *               "format": "uuid"
         *             }
         *           },
         *           "required": [
         *             "id",
         *             "title",
         *             "price"
         *           ],
         *           "additionalProperties": false
         *         },
         *         "insert": {
         *           "$schema": "https://json-schema.org/draft/2020-12/schema",
         *           "title": "New row of Books",
         *           "type": "object",
         *           "properties": {
         *             "id": {
         *               "type": "string",
         *               "format": "uuid"
         *             },
         *             "title": {
         *               "type": "string",
         *               "maxLength": 255,
         *               "description": "As on the cover."
         *             },
         *             "price": {
         *               "type": [
         *                 "number",
         *                 "null"
         *               ]
         *             },
         *             "author_id": {
         *               "type": [
         *                 "string",
         *                 "null"
         *               ],
         *               "format": "uuid"
         *             }
         *           },
         *           "required": [
         *             "title"
         *           ],
         *           "additionalProperties": false
         *         }
         *       },
         *       "endpoints": [
         *         {
         *           "method": "GET",
         *           "path": "/api/v1/data/books",
         *           "description": "List rows of books, with filters, order and pages."
         *         }
         *       ]
         *     }
         */
        TablePreview: {
            /** @description Statements that make the table anew. */
            sql: string;
            /** @description JSON Schema 2020-12 of a row and of the body of an insert. */
            json_schema: {
                row: components["schemas"]["JsonObject"];
                insert: components["schemas"]["JsonObject"];
            };
            endpoints: {
                method: string;
                path: string;
                description: string;
            }[];
        };
        TablePreviewAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["TablePreview"];
        };
        TableUpdate: {
            /** @description A new name makes a new slug, unless `slug` says which. */
            name?: string;
            slug?: string;
            description?: string | null;
        };
        Tokens: {
            access_token: string;
            /** Format: date-time */
            access_token_expires_at: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Can be used once; the answer has the next one. */
            refresh_token: string;
            /** Format: date-time */
            refresh_token_expires_at: string;
        };
        /**
         * @example {
         *       "id": "books.tidy",
         *       "name": "tidy",
         *       "table": "books",
         *       "timing": "before",
         *       "events": [
         *         "insert",
         *         "update"
         *       ],
         *       "columns": [],
         *       "level": "row",
         *       "condition": null,
         *       "function": "trim_title"
         *     }
         */
        Trigger: {
            /** @description `table.name` */
            id: string;
            name: string;
            table: string;
            timing: string;
            events: string[];
            columns: string[];
            level: string;
            condition: string | null;
            function: string;
        };
        TriggerAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Trigger"];
        };
        TriggerCreate: {
            name: string;
            table: string;
            timing: components["schemas"]["TriggerTiming"];
            /** @description The data API deletes softly, which is an `update` of `deleted_at`. */
            events: components["schemas"]["TriggerEvent"][];
            /**
             * @description Only updates of these columns; all where there are none.
             * @default []
             */
            columns: string[];
            /** @default row */
            level: components["schemas"]["TriggerLevel"];
            /**
             * @description A condition over `old` and `new`.
             * @default null
             */
            condition: string | null;
            /** @description A function of the project that returns `trigger`. */
            function: string;
        };
        /** @enum {string} */
        TriggerEvent: "insert" | "update" | "delete";
        /** @enum {string} */
        TriggerLevel: "row" | "statement";
        TriggerListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Trigger"][];
        };
        TriggerReplace: {
            timing: components["schemas"]["TriggerTiming"];
            /** @description The data API deletes softly, which is an `update` of `deleted_at`. */
            events: components["schemas"]["TriggerEvent"][];
            /**
             * @description Only updates of these columns; all where there are none.
             * @default []
             */
            columns: string[];
            /** @default row */
            level: components["schemas"]["TriggerLevel"];
            /**
             * @description A condition over `old` and `new`.
             * @default null
             */
            condition: string | null;
            /** @description A function of the project that returns `trigger`. */
            function: string;
        };
        /** @enum {string} */
        TriggerTiming: "before" | "after";
        Upgrade: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            /**
             * Format: password
             * @description At least 8 characters with at least one letter and one digit.
             */
            password: string;
            full_name: string;
            /** @description With its country code, as +255712345678. */
            phone: string;
            /** @description Takes the place of the old one. */
            metadata?: components["schemas"]["JsonObject"];
        };
        /**
         * @example {
         *       "user": {
         *         "id": "a5614527-0000-7000-8000-000000000021",
         *         "email": "zawadi@example.com",
         *         "phone": "+255712345679",
         *         "full_name": "Zawadi Said",
         *         "is_active": true,
         *         "is_anonymous": false,
         *         "email_verified": false,
         *         "phone_verified": false,
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "updated_at": "2026-01-15T08:30:00.000Z",
         *         "metadata": {
         *           "language": "sw"
         *         }
         *       }
         *     }
         */
        Upgraded: {
            user: components["schemas"]["User"];
        };
        UpgradedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Upgraded"];
        };
        /**
         * @example {
         *       "period": "2026-01",
         *       "requests": 41200,
         *       "egress_bytes": 92000000,
         *       "function_invocations": 1800,
         *       "function_cpu_ms": 9500,
         *       "live_connections": 340,
         *       "live_messages": 12600,
         *       "sign_ins": 87,
         *       "webhook_attempts": 640,
         *       "active_users": 52,
         *       "payments": 1,
         *       "database_rows": 18400,
         *       "database_bytes": 7340032,
         *       "storage_bytes": 31000000
         *     }
         */
        UsagePeriod: {
            /** @description A month such as `2026-11`, or a day such as `2026-11-22`, in UTC. */
            period: string;
            requests: number;
            /** @description Sent to clients: answers with their headers, files, live changes. */
            egress_bytes: number;
            function_invocations: number;
            /** @description Processor time of functions, in milliseconds. */
            function_cpu_ms: number;
            /** @description Live connections that were opened. */
            live_connections: number;
            /** @description Live changes and messages, counted for each recipient. */
            live_messages: number;
            sign_ins: number;
            webhook_attempts: number;
            /** @description End users who signed in or sent a request, each counted once. */
            active_users: number;
            /** @description Payments that were completed. */
            payments: number;
            /** @description The most rows that the tables had, as PostgreSQL estimates them. */
            database_rows: number;
            /** @description The most bytes that tables and indexes took. */
            database_bytes: number;
            /** @description The most bytes that files took. */
            storage_bytes: number;
        };
        UsagePeriodListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["UsagePeriod"][];
        };
        /**
         * @example {
         *       "id": "c7a1a7b6-0000-7000-8000-000000000002",
         *       "email": "neema.said@example.com",
         *       "phone": "+255712345678",
         *       "full_name": "Neema Said",
         *       "is_active": true,
         *       "is_anonymous": false,
         *       "email_verified": true,
         *       "phone_verified": true,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "metadata": {
         *         "language": "sw"
         *       }
         *     }
         */
        User: {
            /** Format: uuid */
            id: string;
            email: string | null;
            phone: string | null;
            full_name: string | null;
            is_active: boolean;
            is_anonymous: boolean;
            /** @description Whether the user has proven that this address is theirs. */
            email_verified: boolean;
            /** @description Whether the user has proven that this number is theirs. */
            phone_verified: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Anything; the user may read and change it. */
            metadata: components["schemas"]["JsonObject"];
        };
        UserAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["User"];
        };
        UserListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["User"][];
        };
        /**
         * @example {
         *       "user": {
         *         "id": "a5614527-0000-7000-8000-000000000021",
         *         "email": null,
         *         "phone": null,
         *         "full_name": null,
         *         "is_active": true,
         *         "is_anonymous": true,
         *         "email_verified": false,
         *         "phone_verified": false,
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "updated_at": "2026-01-15T08:30:00.000Z",
         *         "metadata": {
         *           "language": "sw"
         *         }
         *       },
         *       "tokens": {
         *         "access_token": "example.access.token",
         *         "access_token_expires_at": "2026-01-15T09:30:00.000Z",
         *         "token_type": "Bearer",
         *         "refresh_token": "example-refresh-token",
         *         "refresh_token_expires_at": "2026-02-14T08:30:00.000Z"
         *       },
         *       "device_token": "example-device-token"
         *     }
         */
        UserSession: {
            user: components["schemas"]["User"];
            tokens: components["schemas"]["Tokens"];
            /** @description Keep it, also after signing out, and send it with the next sign-in on this device. */
            device_token: string;
        };
        UserSessionAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["UserSession"];
        };
        UserUpdate: {
            full_name?: string;
            /** @description Takes the place of the old one. */
            metadata?: components["schemas"]["JsonObject"];
            /** @description With its country code, as +255712345678. */
            phone?: string;
            /**
             * Format: password
             * @description Ends all other sessions.
             */
            password?: string;
            /** @description Needed where users themselves change their phone number or password. */
            current_password?: string;
            /**
             * Format: email
             * @description Not for users themselves.
             */
            email?: string;
            /** @description Not for users themselves. `false` ends all sessions at once. */
            is_active?: boolean;
            /** @description Not for users themselves: what auth.claim('x') returns in policies. Replaces the old ones. */
            claims?: components["schemas"]["JsonObject"];
        };
        VerificationRequest: {
            /**
             * Format: email
             * @description Upper and lower case make no difference.
             */
            email: string;
            /** @description Where the link leads to: one of `redirect_urls` in the auth settings, the first unless said here. */
            redirect_to?: string;
            /** @description What the last sign-in on this device has answered: strangers who guess do not lock the device out. */
            device_token?: string;
        };
        /**
         * @example {
         *       "id": "d869419f-0000-7000-8000-000000000001",
         *       "name": "cheap_books",
         *       "columns": [
         *         {
         *           "name": "id",
         *           "data_type": "uuid"
         *         }
         *       ],
         *       "depends_on": [
         *         "books"
         *       ],
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "definition": "SELECT id,\n    title\n   FROM books\n  WHERE price < 10::numeric;",
         *       "dependents": []
         *     }
         */
        View: {
            /** Format: uuid */
            id: string;
            name: string;
            definition: string;
            columns: {
                name: string;
                data_type: components["schemas"]["DataType"];
            }[];
            /** @description The tables and views that it reads. */
            depends_on: string[];
            dependents: components["schemas"]["Dependent"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ViewAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["View"];
        };
        ViewCreate: {
            name: string;
            /** @description A SELECT over the tables and views of the project. */
            definition: string;
        };
        ViewListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["View"][];
        };
        ViewReplace: {
            /** @description A SELECT over the tables and views of the project. */
            definition: string;
        };
        /**
         * @example {
         *       "id": "aa05345f-0000-7000-8000-000000000001",
         *       "name": "Orders",
         *       "url": "https://hooks.example.com/orders",
         *       "events": [
         *         "row.*:books",
         *         "payment.*"
         *       ],
         *       "filter": null,
         *       "ordered": false,
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "previous_secret_expires_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Webhook: {
            /** Format: uuid */
            id: string;
            name: string;
            url: string;
            events: string[];
            filter: string | null;
            ordered: boolean;
            enabled: boolean;
            /** @description Why the server has disabled it. */
            disabled_reason: string | null;
            /** Format: date-time */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Webhook"];
        };
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            started_at: string;
            duration_ms: number;
            url: string;
            request_headers: components["schemas"]["WebhookHeaders"];
            response_status: number | null;
            response_headers: components["schemas"]["WebhookHeaders"] | null;
            /** @description The first 64 KB. */
            response_body: string | null;
            error: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
        };
        WebhookCreate: {
            name: string;
            /** @description Where events are sent with POST. */
            url: string;
            /** @description Such as `row.inserted`, `row.inserted:orders`, `payment.*` or `*`; see /webhooks/event-types. */
            events: string[];
            /** @description What deliveries are signed with: `whsec_` and base64. One is made unless given. */
            secret?: string;
            /** @description A condition on the row, as policies have it. All events must name one table then. */
            filter?: string | null;
            /**
             * @description Sends the events of one row one after the other: a failed one holds up those behind it.
             * @default false
             */
            ordered: boolean;
            /** @default true */
            enabled: boolean;
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000017",
         *       "webhook_id": "aa05345f-0000-7000-8000-000000000001",
         *       "event_id": "57c7c826-0000-7000-8000-000000000002",
         *       "event": "row.inserted",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "response_status": 200,
         *       "error": null,
         *       "next_attempt_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "finished_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The webhook, or the trigger of a function.
             */
            webhook_id: string;
            /**
             * Format: uuid
             * @description The `webhook-id` of each attempt.
             */
            event_id: string;
            /** @description The type of event. */
            event: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            attempts: number;
            /** @description Of the latest attempt. */
            response_status: number | null;
            /** @description Why the latest attempt has failed. */
            error: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
        };
        /**
         * @example {
         *       "id": "a5614527-0000-7000-8000-000000000017",
         *       "webhook_id": "aa05345f-0000-7000-8000-000000000001",
         *       "event_id": "57c7c826-0000-7000-8000-000000000002",
         *       "event": "row.inserted",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "response_status": 200,
         *       "error": null,
         *       "next_attempt_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "finished_at": "2026-01-15T08:30:00.000Z",
         *       "payload": {
         *         "id": "57c7c826-0000-7000-8000-000000000002",
         *         "type": "row.inserted",
         *         "created_at": "2026-01-15T08:30:00.000Z",
         *         "project_id": "bc6026f5-0000-7000-8000-000000000002",
         *         "data": {
         *           "title": "Kusadikika"
         *         }
         *       },
         *       "tries": [
         *         {
         *           "number": 1,
         *           "started_at": "2026-01-15T08:30:00.000Z",
         *           "duration_ms": 1.2,
         *           "url": "https://api.example.com/",
         *           "request_headers": {
         *             "user-agent": "Msingi-Webhooks/1",
         *             "webhook-id": "57c7c826-0000-7000-8000-000000000002",
         *             "content-type": "application/json",
         *             "webhook-signature": "v1,kDn2eUIMxu56XE3bsfnDnaRbgU0aF6GhUvJ2T8JdMn8= v1,vQXeCRSfAo24myetpX1jqZwwIm7Lf34LaA+RUrilXVA=",
         *             "webhook-timestamp": "1795378259"
         *           },
         *           "response_status": 200,
         *           "response_headers": {
         *             "date": "Sun, 22 Nov 2026 20:07:09 GMT",
         *             "connection": "keep-alive",
         *             "keep-alive": "timeout=5",
         *             "content-length": "9"
         *           },
         *           "response_body": "thank you",
         *           "error": null,
         *           "next_attempt_at": null
         *         }
         *       ]
         *     }
         */
        WebhookDeliveryDetail: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The webhook, or the trigger of a function.
             */
            webhook_id: string;
            /**
             * Format: uuid
             * @description The `webhook-id` of each attempt.
             */
            event_id: string;
            /** @description The type of event. */
            event: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            attempts: number;
            /** @description Of the latest attempt. */
            response_status: number | null;
            /** @description Why the latest attempt has failed. */
            error: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
            /** @description The body of each request, as JSON. */
            payload: unknown;
            /** @description The latest 100 attempts. */
            tries: components["schemas"]["WebhookAttempt"][];
        };
        WebhookDeliveryDetailAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["WebhookDeliveryDetail"];
        };
        WebhookDeliveryListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["WebhookDelivery"][];
        };
        /**
         * @description `pending` until it has arrived, or all attempts have failed.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed";
        /**
         * @example {
         *       "type": "row.inserted",
         *       "description": "A row was inserted.",
         *       "schema": {
         *         "$schema": "https://json-schema.org/draft/2020-12/schema",
         *         "type": "object",
         *         "properties": {
         *           "id": {
         *             "type": "string",
         *             "format": "uuid",
         *             "pattern": "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|1fd38d5c-0000-7000-8000-000000000001|ffffffff-ffff-ffff-ffff-ffffffff…"
         *           },
         *           "type": {
         *             "type": "string",
         *             "const": "INSERT"
         *           },
         *           "table": {
         *             "type": "string"
         *           },
         *           "project_id": {
         *             "type": "string",
         *             "format": "uuid",
         *             "pattern": "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|1fd38d5c-0000-7000-8000-000000000001|ffffffff-ffff-ffff-ffff-ffffffff…"
         *           },
         *           "record": {
         *             "type": "object",
         *             "propertyNames": {
         *               "type": "string"
         *             },
         *             "additionalProperties": {},
         *             "description": "The row."
         *           },
         *           "created_at": {
         *             "type": "string",
         *             "format": "date-time",
         *             "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]…"
         *           }
         *         },
         *         "required": [
         *           "id",
         *           "type",
         *           "table"
         *         ],
         *         "additionalProperties": false
         *       }
         *     }
         */
        WebhookEventType: {
            type: string;
            description: string;
            /** @description JSON Schema of `data`. */
            schema: components["schemas"]["JsonObject"];
        };
        WebhookEventTypeListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["WebhookEventType"][];
        };
        WebhookHeaders: {
            [key: string]: string;
        };
        WebhookListAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["Webhook"][];
        };
        /**
         * @default {
         *       "status": "failed"
         *     }
         */
        WebhookReplay: {
            /**
             * @description Which deliveries.
             * @default failed
             * @enum {string}
             */
            status: "failed" | "delivered" | "all";
            /**
             * Format: date-time
             * @description Created at this time or later.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Created before this time.
             */
            until?: string;
        };
        /**
         * @example {
         *       "deliveries": 0
         *     }
         */
        WebhookReplayed: {
            deliveries: number;
        };
        WebhookReplayedAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["WebhookReplayed"];
        };
        /**
         * @default {
         *       "overlap_seconds": 86400
         *     }
         */
        WebhookSecretRotate: {
            /**
             * @description For how long deliveries are signed with the old secret too.
             * @default 86400
             */
            overlap_seconds: number;
        };
        /**
         * @example {
         *       "allowed_hosts": [
         *         "hooks.example.com"
         *       ]
         *     }
         */
        WebhookSettings: {
            /** @description Hosts that webhooks may reach; `*.example.com` for all below. An empty list allows all. */
            allowed_hosts: unknown[];
        };
        WebhookSettingsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["WebhookSettings"];
        };
        WebhookSettingsInput: {
            /** @description Hosts that webhooks may reach; `*.example.com` for all below. An empty list allows all. */
            allowed_hosts: string[];
        };
        WebhookTest: {
            /** @description The type of event, such as `row.inserted`. */
            event: string;
            /**
             * @description The `data` of the event.
             * @default {}
             */
            payload: components["schemas"]["JsonObject"];
        };
        WebhookUpdate: {
            name?: string;
            /** @description Where events are sent with POST. */
            url?: string;
            /** @description Such as `row.inserted`, `row.inserted:orders`, `payment.*` or `*`; see /webhooks/event-types. */
            events?: string[];
            /** @description A new secret. For a day deliveries are signed with the old one too. */
            secret?: string;
            /** @description A condition on the row, as policies have it. All events must name one table then. */
            filter?: string | null;
            /** @description Sends the events of one row one after the other: a failed one holds up those behind it. */
            ordered?: boolean;
            enabled?: boolean;
        };
        /**
         * @example {
         *       "id": "aa05345f-0000-7000-8000-000000000001",
         *       "name": "Orders",
         *       "url": "https://hooks.example.com/orders",
         *       "events": [
         *         "row.*:books",
         *         "payment.*"
         *       ],
         *       "filter": null,
         *       "ordered": false,
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "previous_secret_expires_at": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "secret": "EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM"
         *     }
         */
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            name: string;
            url: string;
            events: string[];
            filter: string | null;
            ordered: boolean;
            enabled: boolean;
            /** @description Why the server has disabled it. */
            disabled_reason: string | null;
            /** Format: date-time */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            secret: string;
        };
        WebhookWithSecretAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["WebhookWithSecret"];
        };
        /**
         * @example {
         *       "created": [
         *         {
         *           "id": "a5614527-0000-7000-8000-000000000023",
         *           "key": "CURRENCY",
         *           "value": "TZS",
         *           "environment": "production",
         *           "created_at": "2026-01-15T08:30:00.000Z",
         *           "updated_at": "2026-01-15T08:30:00.000Z"
         *         }
         *       ],
         *       "changed": [
         *         {
         *           "id": "bd4bb109-0000-7000-8000-000000000001",
         *           "key": "SHOP_NAME",
         *           "value": "Duka",
         *           "environment": "production",
         *           "created_at": "2026-01-15T08:30:00.000Z",
         *           "updated_at": "2026-01-15T08:30:00.000Z"
         *         }
         *       ],
         *       "unchanged": []
         *     }
         */
        WrittenEnvVars: {
            created: components["schemas"]["EnvVar"][];
            changed: components["schemas"]["EnvVar"][];
            /** @description Those that had the value already. */
            unchanged: components["schemas"]["EnvVar"][];
            /** @description Those that a `replace` has deleted. */
            removed: components["schemas"]["EnvVar"][];
        };
        WrittenEnvVarsAnswer: components["schemas"]["Success"] & {
            data: components["schemas"]["WrittenEnvVars"];
        };
    };
    responses: {
        /** @description Success */
        AccountSessionAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountSessionAnswer"];
            };
        };
        /** @description No content */
        Empty: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Success */
        PasskeyRequestOptionsAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PasskeyRequestOptionsAnswer"];
            };
        };
        /** @description Success */
        AccountAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountAnswer"];
            };
        };
        /** @description Success */
        FactorListAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FactorListAnswer"];
            };
        };
        /** @description Success */
        FactorEnrolledAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FactorEnrolledAnswer"];
            };
        };
        /** @description Success */
        FactorActivatedAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FactorActivatedAnswer"];
            };
        };
        /** @description Success */
        RecoveryCodesAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RecoveryCodesAnswer"];
            };
        };
        /** @description Success */
        NewAccessTokenAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NewAccessTokenAnswer"];
            };
        };
        /** @description Success */
        OrganisationAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrganisationAnswer"];
            };
        };
        /** @description Success */
        MemberAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MemberAnswer"];
            };
        };
        /** @description Success */
        SsoSettingsAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SsoSettingsAnswer"];
            };
        };
        /** @description Success */
        SsoDomainAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SsoDomainAnswer"];
            };
        };
        /** @description To the provider */
        Empty2: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description To `redirect_to` */
        Empty3: {
            headers: {
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Success */
        RbacRoleListAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RbacRoleListAnswer"];
            };
        };
        /** @description Success */
        RbacRoleAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RbacRoleAnswer"];
            };
        };
        /** @description Success */
        ProjectAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProjectAnswer"];
            };
        };
        /** @description Success */
        BillingAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingAnswer"];
            };
        };
        /** @description Success */
        InvoiceSummaryListAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvoiceSummaryListAnswer"];
            };
        };
        /** @description Success */
        InvoiceAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvoiceAnswer"];
            };
        };
        /** @description An HTML page without scripts. */
        Text: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description Success */
        RateLimitsAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitsAnswer"];
            };
        };
        /** @description Success */
        NewApiKeyAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NewApiKeyAnswer"];
            };
        };
        /** @description Success */
        FunctionAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FunctionAnswer"];
            };
        };
        /** @description A stream of lines. */
        Text2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/event-stream": string;
            };
        };
        /** @description Success */
        IntegrationAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IntegrationAnswer"];
            };
        };
        /** @description Success */
        SigninResultAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SigninResultAnswer"];
            };
        };
        /** @description Success */
        UserSessionAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserSessionAnswer"];
            };
        };
        /** @description Success */
        LinkRequestedAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LinkRequestedAnswer"];
            };
        };
        /** @description Success */
        UserAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UserAnswer"];
            };
        };
        /** @description Success */
        AuthSettingsAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthSettingsAnswer"];
            };
        };
        /** @description Success */
        AuthHooksAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthHooksAnswer"];
            };
        };
        /** @description Success */
        RoleListAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RoleListAnswer"];
            };
        };
        /** @description Success */
        RoleAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RoleAnswer"];
            };
        };
        /** @description Success */
        ProviderAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProviderAnswer"];
            };
        };
        /** @description Success */
        TableAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TableAnswer"];
            };
        };
        /** @description Success */
        ColumnAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ColumnAnswer"];
            };
        };
        /** @description Success */
        RelationshipAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RelationshipAnswer"];
            };
        };
        /** @description Success */
        ViewAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ViewAnswer"];
            };
        };
        /** @description Success */
        RemovedAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RemovedAnswer"];
            };
        };
        /** @description Success */
        SqlFunctionAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SqlFunctionAnswer"];
            };
        };
        /** @description Success */
        TriggerAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TriggerAnswer"];
            };
        };
        /** @description Success */
        PolicyAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PolicyAnswer"];
            };
        };
        /** @description Success */
        BucketAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BucketAnswer"];
            };
        };
        /** @description Success */
        StorageObjectAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StorageObjectAnswer"];
            };
        };
        /** @description The bytes, or those of a range. */
        Text3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": string;
            };
        };
        /** @description The image. */
        Text4: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "image/webp": string;
                "image/avif": string;
                "image/jpeg": string;
                "image/png": string;
            };
        };
        /** @description Success */
        RowsAnswer: {
            headers: {
                "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                Link: components["headers"]["Link"];
                "X-Prev-Cursor": components["headers"]["X-Prev-Cursor"];
                "Content-Range": components["headers"]["Content-Range"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                ETag: components["headers"]["ETag"];
                "X-Msingi-Hint": components["headers"]["X-Msingi-Hint"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RowsAnswer"];
            };
        };
        /** @description Success */
        RowsAnswer2: {
            headers: {
                "Content-Range": components["headers"]["Content-Range"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RowsAnswer"];
            };
        };
        /** @description Success */
        RowAnswer: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Msingi-Hint": components["headers"]["X-Msingi-Hint"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RowAnswer"];
            };
        };
        /** @description Success */
        RowAnswer2: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RowAnswer"];
            };
        };
        /** @description Success */
        BatchResultsAnswer: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BatchResultsAnswer"];
            };
        };
        /** @description Success */
        RowAnswer3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RowAnswer"];
            };
        };
        /** @description Success */
        RealtimeSettingsAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RealtimeSettingsAnswer"];
            };
        };
        /** @description Success */
        ChannelAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChannelAnswer"];
            };
        };
        /** @description A stream of events. */
        Text5: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/event-stream": string;
            };
        };
        /** @description Success */
        AuditEntryListAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuditEntryListAnswer"];
            };
        };
        /** @description Success */
        NotificationPreferencesAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotificationPreferencesAnswer"];
            };
        };
        /** @description Success */
        EnvVarAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EnvVarAnswer"];
            };
        };
        /** @description Success */
        WrittenEnvVarsAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WrittenEnvVarsAnswer"];
            };
        };
        /** @description Success */
        SecretAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SecretAnswer"];
            };
        };
        /** @description Success */
        RevealedSecretAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RevealedSecretAnswer"];
            };
        };
        /** @description Success */
        PaymentSettingsAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentSettingsAnswer"];
            };
        };
        /** @description Success */
        StkPushedAnswer: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StkPushedAnswer"];
            };
        };
        /** @description Success */
        DirectStartedAnswer: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DirectStartedAnswer"];
            };
        };
        /** @description Success */
        SessionStartedAnswer: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SessionStartedAnswer"];
            };
        };
        /** @description Success */
        PaymentTransactionAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentTransactionAnswer"];
            };
        };
        /** @description Success */
        CronJobAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CronJobAnswer"];
            };
        };
        /** @description Success */
        WebhookDeliveryListAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookDeliveryListAnswer"];
            };
        };
        /** @description Success */
        WebhookDeliveryDetailAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookDeliveryDetailAnswer"];
            };
        };
        /** @description Success */
        WebhookReplayedAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookReplayedAnswer"];
            };
        };
        /** @description Success */
        WebhookWithSecretAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookWithSecretAnswer"];
            };
        };
        /** @description Success */
        WebhookSettingsAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookSettingsAnswer"];
            };
        };
        /** @description Success */
        WebhookAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookAnswer"];
            };
        };
        /** @description Success */
        FunctionTriggerAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FunctionTriggerAnswer"];
            };
        };
        /** @description Success */
        DomainAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DomainAnswer"];
            };
        };
        /** @description The request is not valid; `errors` says what of it. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "message": "action: must be one of select, insert, update, delete.",
                 *       "errors": [
                 *         "action: must be one of select, insert, update, delete."
                 *       ],
                 *       "details": {
                 *         "fields": [
                 *           "action"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is nothing by that name or id, or the caller may not see it. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "message": "The policy was not found.",
                 *       "errors": [
                 *         "The policy was not found."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This conflicts with what is already there. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "message": "An account with this e-mail address already exists.",
                 *       "errors": [
                 *         "An account with this e-mail address already exists."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Any other refusal: 400 of a request that is not valid, 401 where credentials are missing, expired or not valid, 403 where they do not allow this, 405 of a method, 412 where If-Match is not met, 413 and 415 of a body, 429 of too many requests, 500, and 503 or 504 where the database is not reached. */
        Refused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The id of the project.
         * @example bc6026f5-0000-7000-8000-000000000002
         */
        projectID: string;
        /**
         * @description The sessionID.
         * @example b0538d76-0000-7000-8000-000000000001
         */
        sessionID: string;
        /**
         * @description The factorID.
         * @example 60c663b2-0000-7000-8000-000000000001
         */
        factorID: string;
        /**
         * @description The tokenID.
         * @example 9b25dee1-0000-7000-8000-000000000001
         */
        tokenID: string;
        /**
         * @description The organisationID.
         * @example 427251e6-0000-7000-8000-000000000001
         */
        organisationID: string;
        /**
         * @description The accountID.
         * @example b3f94a80-0000-7000-8000-000000000002
         */
        accountID: string;
        /**
         * @description The domain.
         * @example duka.example
         */
        domain: string;
        /** @description The organisation id. */
        organisation_id: string;
        /** @description The code challenge method. */
        code_challenge_method: "S256";
        /** @description The state. */
        state: string;
        /**
         * @description The most entries that the answer holds.
         * @example 2
         */
        limit: number;
        /** @description The cursor. */
        cursor: string;
        /** @description Part of the name. */
        search: string;
        /**
         * @description Default: your personal organisation.
         * @example 427251e6-0000-7000-8000-000000000001
         */
        organisation_id2: string;
        /**
         * @description The id of an own role, or the name of a built-in one.
         * @example 1db8f13f-0000-7000-8000-000000000002
         */
        roleID: string | ("owner" | "admin" | "developer" | "viewer" | "billing");
        /**
         * @description The permissionID.
         * @example cee72230-0000-7000-8000-000000000002
         */
        permissionID: string;
        /**
         * @description The userID.
         * @example b3f94a80-0000-7000-8000-000000000002
         */
        userID: string;
        /**
         * @description The most entries that the answer holds.
         * @example 12
         */
        limit2: number;
        /** @description The period. */
        period: string;
        /**
         * @description The invoiceID.
         * @example a5614527-0000-7000-8000-000000000005
         */
        invoiceID: string;
        /**
         * @description The keyID.
         * @example 4968493a-0000-7000-8000-000000000001
         */
        keyID: string;
        /**
         * @description The fnID.
         * @example 9bc0b8dc-0000-7000-8000-000000000001
         */
        fnID: string;
        /**
         * @description The most entries that the answer holds.
         * @example 20
         */
        limit3: number;
        /**
         * @description The most entries that the answer holds.
         * @example 20
         */
        limit4: number;
        /**
         * @description The integrationID.
         * @example 889cf42a-0000-7000-8000-000000000001
         */
        integrationID: string;
        /**
         * @description The roleID.
         * @example 1db8f13f-0000-7000-8000-000000000001
         */
        roleID2: string;
        /**
         * @description The provider.
         * @example example
         */
        provider: string;
        /**
         * @description The id or the slug.
         * @example 566fd64c-0000-7000-8000-000000000002
         */
        tableID: string;
        /**
         * @description Also delete the relationships that refer to it.
         * @example true
         */
        cascade: boolean;
        /** @description Also remove what depends on it. Without it, dependents are a 409 that names them. */
        cascade2: boolean;
        /**
         * @description The most entries that the answer holds.
         * @example 20
         */
        limit5: number;
        /**
         * @description The table's id or slug.
         * @example 566fd64c-0000-7000-8000-000000000002
         */
        tableID2: string;
        /**
         * @description The bucket's id or slug.
         * @example 424efb52-0000-7000-8000-000000000001
         */
        bucketID: string;
        /**
         * @description The objectID.
         * @example 66e34f80-0000-7000-8000-000000000001
         */
        objectID: string;
        /** @description Has browsers save the file: under this name, or under its own where it is empty. */
        download: string;
        /** @description `true` replaces the object of that name. PUT does so by itself, POST does not. */
        overwrite: "true" | "false";
        /** @description In pixels. Without it, it follows from the height. */
        width: number;
        /** @description In pixels. Without it, it follows from the width. */
        height: number;
        /** @description How the image fits into width and height, as in CSS: `cover` by default. */
        fit: "cover" | "contain" | "fill" | "inside" | "outside";
        /** @description By default that of the file, and `png` for a GIF. */
        format: "webp" | "avif" | "jpeg" | "png";
        /** @description By default 80, and 50 for AVIF. */
        quality: number;
        /**
         * @description The table's slug.
         * @example books
         */
        table: string;
        /**
         * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
         * @example id,title,price
         */
        select: string;
        /**
         * @description `column.asc` or `column.desc`, and `.nullsfirst` or `.nullslast` behind it; several separated by commas.
         * @example title.asc
         */
        order: string;
        /** @description How many rows to leave out; ignored with cursor. */
        offset: number;
        /** @description What X-Next-Cursor or X-Prev-Cursor said, with the same order; with ordering by created_at also the id of the last row of the page before. */
        cursor2: string;
        /** @description Returns `{count: n}` instead of rows: `planned` is an estimate, `estimated` is exact up to 10,000 rows. */
        count: "exact" | "planned" | "estimated";
        /** @description Deleted rows as well: those that the caller is allowed to delete. */
        deleted: "only" | "include";
        /** @description The unique columns by which rows exist already, with `Prefer: resolution=…`. */
        on_conflict: string;
        /** @description The columns to answer with, with `return=representation`. */
        select2: string;
        /**
         * @description Any other parameter is a filter: `column=operator.value`; `or=(…)` and `and=(…)` join several.
         * @example {
         *       "status": "eq.draft"
         *     }
         */
        filters: {
            [key: string]: string;
        };
        /**
         * @description The id of the row.
         * @example a5614527-0000-7000-8000-000000000001
         */
        id: string;
        /**
         * @description The table's slug or id.
         * @example books
         */
        tableID3: string;
        /** @description Conditions in the grammar of `and=(…)` of the data API: `(price.lt.100,or(city.eq.Moshi,city.is.null))`. */
        where: string;
        /**
         * @description Any other parameter is a column and the value that it must have.
         * @example {
         *       "title": "Utengano"
         *     }
         */
        filters2: {
            [key: string]: string;
        };
        /**
         * @description The id of the record.
         * @example bff293e5-0000-7000-8000-000000000001
         */
        recordID: string;
        /**
         * @description The queryID.
         * @example 961282e8-0000-7000-8000-000000000001
         */
        queryID: string;
        /**
         * @description The most entries that the answer holds.
         * @example 20
         */
        limit6: number;
        /** @description Lists the entries before this one. */
        cursor3: string;
        /** @description Such as `dashboard:<account>`. */
        actor: string;
        /**
         * @description An action such as `secrets.reveal`, or an area such as `secrets`.
         * @example api_keys
         */
        action: string;
        /** @description The id of what it was done to. */
        target: string;
        /** @description The earliest time. */
        from: string;
        /** @description The time before which it was done. */
        to: string;
        /** @description `csv` answers a text in CSV. */
        format2: "json" | "csv";
        /** @description The project id. */
        project_id: string;
        /** @description An access token of the dashboard, in place of the header. */
        token: string;
        /**
         * @description The secretID.
         * @example 4bd5ac17-0000-7000-8000-000000000001
         */
        secretID: string;
        /** @description The status. */
        status: string;
        /** @description The provider. */
        provider2: "provider_a" | "provider_b";
        /** @description The environment. */
        environment: "sandbox" | "live";
        /** @description In E.164. */
        phone: string;
        /** @description The provider's reference, its receipt, or the payer's reference. */
        reference: string;
        /**
         * @description The order id.
         * @example 1
         */
        order_id: string;
        /** @description The user id. */
        user_id: string;
        /** @description Only those that need to be looked at. */
        alert: "true";
        /** @description Started at this time or later. */
        from2: string;
        /** @description Started before this time. */
        to2: string;
        /** @description The min amount. */
        min_amount: number;
        /** @description The max amount. */
        max_amount: number;
        /**
         * @description The transactionID.
         * @example a5614527-0000-7000-8000-000000000011
         */
        transactionID: string;
        /**
         * @description The jobID.
         * @example b2c6070b-0000-7000-8000-000000000001
         */
        jobID: string;
        /**
         * @description The webhookID.
         * @example aa05345f-0000-7000-8000-000000000001
         */
        webhookID: string;
        /** @description `pending` until it has arrived, or all attempts have failed. */
        status2: components["schemas"]["WebhookDeliveryStatus"];
        /** @description A type of event. */
        event: string;
        /** @description The `X-Next-Cursor` of the page before. */
        cursor4: string;
        /**
         * @description The deliveryID.
         * @example a5614527-0000-7000-8000-000000000017
         */
        deliveryID: string;
        /**
         * @description The triggerID.
         * @example 5aaa3088-0000-7000-8000-000000000001
         */
        triggerID: string;
        /** @description The status. */
        status3: string;
        /** @description The method. */
        method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
        /** @description What the path begins with, such as `/api/v1/data/`. */
        path: string;
        /** @description The id of an API key. */
        key: string;
        /** @description The id of an end user. */
        user: string;
        /** @description The min duration ms. */
        min_duration_ms: number;
        /**
         * @description The domainID.
         * @example 54128a34-0000-7000-8000-000000000001
         */
        domainID: string;
        /**
         * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
         * @example order-1001
         */
        "Idempotency-Key": string;
        /**
         * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
         * @example resolution=merge-duplicates
         */
        Prefer: string;
        /**
         * @description The `ETag` of what you have: where it is the same still, the answer is 304.
         * @example "7421-a1b2c3d4"
         */
        "If-None-Match": string;
        /**
         * @description The `ETag` that the row must still have; otherwise the answer is 412, and nothing is written.
         * @example "7421-a1b2c3d4"
         */
        "If-Match": string;
        /**
         * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
         * @example key:publishable
         */
        "X-Msingi-As": string;
        /**
         * @description The id of the last event that was received: the stream goes on behind it.
         * @example 0198c1d2-0000-7000-8000-000000000001
         */
        "Last-Event-ID": string;
        /**
         * @description For pages of this server: the refresh token is kept in a cookie that no script can read, and is in no body.
         * @example cookie
         */
        "X-Msingi-Session": "cookie";
    };
    requestBodies: never;
    headers: {
        /** @description Names the request in logs. */
        "X-Request-Id": string;
        /** @description How many requests a window holds. */
        "RateLimit-Limit": number;
        /** @description How many of them are left. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the window ends. */
        "RateLimit-Reset": number;
        /** @description Seconds after which a repeat can succeed. */
        "Retry-After": number;
        /** @description `cursor` of the next page; missing on the last. */
        "X-Next-Cursor": string;
        /** @description `cursor` of the page before; missing on the first. */
        "X-Prev-Cursor": string;
        /** @description Which of all rows these are, as `0-49/1234`, with `Prefer: count=…`; how many rows were written, as `*\/3`. */
        "Content-Range": string;
        /** @description What of the header Prefer was done. */
        "Preference-Applied": string;
        /** @description The address of the next page, as `<…>; rel="next"`, and of the one before, with `rel="prev"`. */
        Link: string;
        /** @description Names what is in the answer, for If-None-Match and If-Match. */
        ETag: string;
        /** @description The answer is that of an earlier request with the same Idempotency-Key. */
        "Idempotency-Replayed": "true";
        /** @description In development: what about the request is probably not as it was meant. */
        "X-Msingi-Hint": string;
        /** @description The kind of credential that helps: `Bearer`. */
        "WWW-Authenticate": string;
        /** @description Where to go on. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    getHealthzRealtime: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RealtimeHealthAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDUsage: {
        parameters: {
            query?: {
                /** @description The by. */
                by?: "month" | "day";
                /**
                 * @description The most entries that the answer holds.
                 * @example 1
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsagePeriodListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthRegister: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For pages of this server: the refresh token is kept in a cookie that no script can read, and is in no body.
                 * @example cookie
                 */
                "X-Msingi-Session"?: components["parameters"]["X-Msingi-Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "amina@example.com",
                 *       "password": "example-password-1",
                 *       "full_name": "Amina Juma"
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            201: components["responses"]["AccountSessionAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For pages of this server: the refresh token is kept in a cookie that no script can read, and is in no body.
                 * @example cookie
                 */
                "X-Msingi-Session"?: components["parameters"]["X-Msingi-Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "amina@example.com",
                 *       "password": "example-password-1"
                 *     }
                 */
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResultAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthRefresh: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For pages of this server: the refresh token is kept in a cookie that no script can read, and is in no body.
                 * @example cookie
                 */
                "X-Msingi-Session"?: components["parameters"]["X-Msingi-Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "example-refresh-token"
                 *     }
                 */
                "application/json": components["schemas"]["AccountRefresh"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountRefreshedAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For pages of this server: the refresh token is kept in a cookie that no script can read, and is in no body.
                 * @example cookie
                 */
                "X-Msingi-Session"?: components["parameters"]["X-Msingi-Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthChallenge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For pages of this server: the refresh token is kept in a cookie that no script can read, and is in no body.
                 * @example cookie
                 */
                "X-Msingi-Session"?: components["parameters"]["X-Msingi-Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mfa_token": "example-mfa-token",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["AccountChallengeAnswer"];
            };
        };
        responses: {
            200: components["responses"]["AccountSessionAnswer"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthPasskeysOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["PasskeyOptionsRequest"];
            };
        };
        responses: {
            200: components["responses"]["PasskeyRequestOptionsAnswer"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthPasskeysLogin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For pages of this server: the refresh token is kept in a cookie that no script can read, and is in no body.
                 * @example cookie
                 */
                "X-Msingi-Session"?: components["parameters"]["X-Msingi-Session"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential": {
                 *         "id": "example-credential",
                 *         "rawId": "example-credential",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "example-client-data",
                 *           "authenticatorData": "example-authenticator-data",
                 *           "signature": "example-signature",
                 *           "userHandle": "example-user-handle"
                 *         },
                 *         "clientExtensionResults": {}
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyLogin"];
            };
        };
        responses: {
            200: components["responses"]["AccountSessionAnswer"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rehema@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["AccountReset"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResetRequestedAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthResetPasswordConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rehema@example.com",
                 *       "code": "k7mw-9x2p-h4qt",
                 *       "new_password": "example-password-2"
                 *     }
                 */
                "application/json": components["schemas"]["AccountResetConfirm"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AccountAnswer"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "current_password": "example-password-1"
                 *     }
                 */
                "application/json": components["schemas"]["AccountConfirmation"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "full_name": "Amina J. Juma"
                 *     }
                 */
                "application/json": components["schemas"]["AccountUpdate"];
            };
        };
        responses: {
            200: components["responses"]["AccountAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postMeVerifyEmailRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postMeVerifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "k7mw-9x2p-h4qt"
                 *     }
                 */
                "application/json": components["schemas"]["AccountEmailVerify"];
            };
        };
        responses: {
            200: components["responses"]["AccountAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getMeSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardSessionListAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    deleteMeSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteMeSessionsBySessionID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sessionID.
                 * @example b0538d76-0000-7000-8000-000000000001
                 */
                sessionID: components["parameters"]["sessionID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getMeFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FactorListAnswer"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    postMeFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Phone",
                 *       "current_password": "example-password-1"
                 *     }
                 */
                "application/json": components["schemas"]["AccountFactorEnrol"];
            };
        };
        responses: {
            201: components["responses"]["FactorEnrolledAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postMeFactorsByFactorIDActivate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["FactorActivate"];
            };
        };
        responses: {
            200: components["responses"]["FactorActivatedAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteMeFactorsByFactorID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["AccountConfirmation"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getMeRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesLeftAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    postMeRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["AccountConfirmation"];
            };
        };
        responses: {
            200: components["responses"]["RecoveryCodesAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getMePasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyListAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    postMePasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Laptop",
                 *       "credential": {
                 *         "id": "example-credential",
                 *         "rawId": "example-credential",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "example-client-data",
                 *           "attestationObject": "example-attestation",
                 *           "transports": [
                 *             "internal"
                 *           ]
                 *         },
                 *         "clientExtensionResults": {},
                 *         "authenticatorAttachment": "platform"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreatedAnswer"];
                };
            };
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postMePasskeysOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["AccountConfirmation"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreationOptionsAnswer"];
                };
            };
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postMePasskeysConfirmOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PasskeyRequestOptionsAnswer"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    deleteMePasskeysByPasskeyID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The passkeyID.
                 * @example ffea8e28-0000-7000-8000-000000000001
                 */
                passkeyID: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["AccountConfirmation"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchMePasskeysByPasskeyID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The passkeyID.
                 * @example ffea8e28-0000-7000-8000-000000000001
                 */
                passkeyID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Key ring"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getMeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenListAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    postMeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "deploy from CI",
                 *       "permissions": [
                 *         "schema:read",
                 *         "functions:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AccessTokenCreate"];
            };
        };
        responses: {
            201: components["responses"]["NewAccessTokenAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postMeTokensByTokenIDRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tokenID.
                 * @example 9b25dee1-0000-7000-8000-000000000001
                 */
                tokenID: components["parameters"]["tokenID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AccessTokenRotate"];
            };
        };
        responses: {
            200: components["responses"]["NewAccessTokenAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteMeTokensByTokenID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tokenID.
                 * @example 9b25dee1-0000-7000-8000-000000000001
                 */
                tokenID: components["parameters"]["tokenID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganisationListAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    postOrganisations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Duka Ltd"
                 *     }
                 */
                "application/json": components["schemas"]["OrganisationCreate"];
            };
        };
        responses: {
            201: components["responses"]["OrganisationAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisationsByOrganisationID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OrganisationAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteOrganisationsByOrganisationID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchOrganisationsByOrganisationID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Duka Limited"
                 *     }
                 */
                "application/json": components["schemas"]["OrganisationUpdate"];
            };
        };
        responses: {
            200: components["responses"]["OrganisationAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisationsByOrganisationIDMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postOrganisationsByOrganisationIDMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "neema@example.com",
                 *       "role": "developer"
                 *     }
                 */
                "application/json": components["schemas"]["MemberAdd"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberAddedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postOrganisationsByOrganisationIDTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_id": "b3f94a80-0000-7000-8000-000000000002"
                 *     }
                 */
                "application/json": components["schemas"]["OwnershipTransfer"];
            };
        };
        responses: {
            200: components["responses"]["MemberAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteOrganisationsByOrganisationIDMembersByAccountID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The accountID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                accountID: components["parameters"]["accountID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchOrganisationsByOrganisationIDMembersByAccountID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The accountID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                accountID: components["parameters"]["accountID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            200: components["responses"]["MemberAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisationsByOrganisationIDInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteOrganisationsByOrganisationIDInvitationsByInvitationID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The invitationID.
                 * @example 26712d5d-0000-7000-8000-000000000001
                 */
                invitationID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postOrganisationsJoin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example-token"
                 *     }
                 */
                "application/json": components["schemas"]["JoinOrganisation"];
            };
        };
        responses: {
            200: components["responses"]["OrganisationAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisationsByOrganisationIDSso: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SsoSettingsAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putOrganisationsByOrganisationIDSso: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issuer": "https://api.example.com",
                 *       "client_id": "a client",
                 *       "client_secret": "example-client-secret",
                 *       "default_role": "developer"
                 *     }
                 */
                "application/json": components["schemas"]["SsoSettingsWrite"];
            };
        };
        responses: {
            200: components["responses"]["SsoSettingsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteOrganisationsByOrganisationIDSso: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisationsByOrganisationIDSsoDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SsoDomainListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postOrganisationsByOrganisationIDSsoDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "duka.example"
                 *     }
                 */
                "application/json": components["schemas"]["SsoDomainAdd"];
            };
        };
        responses: {
            201: components["responses"]["SsoDomainAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postOrganisationsByOrganisationIDSsoDomainsByDomainVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The domain.
                 * @example duka.example
                 */
                domain: components["parameters"]["domain"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SsoDomainAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteOrganisationsByOrganisationIDSsoDomainsByDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The domain.
                 * @example duka.example
                 */
                domain: components["parameters"]["domain"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getAuthSsoAuthorize: {
        parameters: {
            query: {
                /** @description An address of a verified domain, by which the organisation is found. */
                email?: string;
                /** @description The organisation id. */
                organisation_id?: components["parameters"]["organisation_id"];
                /** @description A path of this server, or an address of this machine such as http://127.0.0.1:4000/ for a program. */
                redirect_to?: string;
                /** @description PKCE (RFC 7636): binds the code to the client that began. */
                code_challenge: string;
                /** @description The code challenge method. */
                code_challenge_method?: components["parameters"]["code_challenge_method"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: components["responses"]["Empty2"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getAuthSsoByOrganisationIDCallback: {
        parameters: {
            query: {
                /** @description The state. */
                state: components["parameters"]["state"];
            };
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: components["responses"]["Empty3"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postAuthSsoToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456",
                 *       "code_verifier": "4q9Gctw7ixQ7LsYVVTEqY3coRqBmlEvERiEZBQ2SDQ8"
                 *     }
                 */
                "application/json": components["schemas"]["SsoCodeExchange"];
            };
        };
        responses: {
            200: components["responses"]["AccountSessionAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getOperatorOrganisations: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 2
                 */
                limit?: components["parameters"]["limit"];
                /** @description The cursor. */
                cursor?: components["parameters"]["cursor"];
                /** @description Part of the name. */
                search?: components["parameters"]["search"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedOrganisationListAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getOperatorProjects: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 2
                 */
                limit?: components["parameters"]["limit"];
                /** @description The cursor. */
                cursor?: components["parameters"]["cursor"];
                /** @description Part of the name. */
                search?: components["parameters"]["search"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedProjectListAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getOperatorHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerHealthAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    getOperatorSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerSettingsAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    getOperatorOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorListAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    postOperatorOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "salma@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorAdd"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAnswer"];
                };
            };
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteOperatorOperatorsByAccountID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The accountID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                accountID: components["parameters"]["accountID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getRbacRoles: {
        parameters: {
            query?: {
                /**
                 * @description Default: your personal organisation.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisation_id?: components["parameters"]["organisation_id2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RbacRoleListAnswer"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postRbacRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organisation_id": "427251e6-0000-7000-8000-000000000001",
                 *       "name": "Scheduler",
                 *       "permissions": [
                 *         "cron:read",
                 *         "cron:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RbacRoleCreate"];
            };
        };
        responses: {
            201: components["responses"]["RbacRoleAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getRbacRolesByRoleID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RbacRoleAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteRbacRolesByRoleID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchRbacRolesByRoleID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Looks after cron jobs"
                 *     }
                 */
                "application/json": components["schemas"]["RbacRoleUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RbacRoleAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postRbacRolesByRoleIDPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "logs:read",
                 *         "x-reports:approve"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RbacRolePermissions"];
            };
        };
        responses: {
            200: components["responses"]["RbacRoleAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteRbacRolesByRoleIDPermissionsByPermission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
                /**
                 * @description The permission.
                 * @example logs:read
                 */
                permission: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RbacRoleAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getRbacPermissions: {
        parameters: {
            query?: {
                /**
                 * @description Default: your personal organisation.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisation_id?: components["parameters"]["organisation_id2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RbacPermissionListAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postRbacPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organisation_id": "427251e6-0000-7000-8000-000000000001",
                 *       "name": "x-reports:approve",
                 *       "description": "Signs monthly reports"
                 *     }
                 */
                "application/json": components["schemas"]["RbacPermissionCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RbacPermissionAnswer"];
                };
            };
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteRbacPermissionsByPermissionID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The permissionID.
                 * @example cee72230-0000-7000-8000-000000000002
                 */
                permissionID: components["parameters"]["permissionID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getRbacUsersByUserIDRoles: {
        parameters: {
            query?: {
                /**
                 * @description Default: your personal organisation.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisation_id?: components["parameters"]["organisation_id2"];
            };
            header?: never;
            path: {
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RbacRoleListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postRbacUsersByUserIDRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organisation_id": "427251e6-0000-7000-8000-000000000001",
                 *       "role_id": "1db8f13f-0000-7000-8000-000000000002"
                 *     }
                 */
                "application/json": components["schemas"]["RbacRoleGrant"];
            };
        };
        responses: {
            200: components["responses"]["RbacRoleListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteRbacUsersByUserIDRolesByRoleID: {
        parameters: {
            query?: {
                /**
                 * @description Default: your personal organisation.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisation_id?: components["parameters"]["organisation_id2"];
            };
            header?: never;
            path: {
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
                /**
                 * @description The id of an own role, or the name of a built-in one.
                 * @example 1db8f13f-0000-7000-8000-000000000002
                 */
                roleID: components["parameters"]["roleID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RbacRoleListAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjects: {
        parameters: {
            query?: {
                /** @description `deleting` lists projects whose deletion can still be undone. */
                status?: "active" | "deleting";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectListAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Duka"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectCreate"];
            };
        };
        responses: {
            201: components["responses"]["ProjectAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProjectAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDeletionAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Duka la vitabu"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectUpdate"];
            };
        };
        responses: {
            200: components["responses"]["ProjectAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProjectAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanListAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDBilling: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BillingAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDBilling: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan_id": "self-hosted",
                 *       "version": 0
                 *     }
                 */
                "application/json": components["schemas"]["PlanChange"];
            };
        };
        responses: {
            200: components["responses"]["BillingAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDBillingInvoices: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 12
                 */
                limit?: components["parameters"]["limit2"];
                /** @description The period. */
                period?: components["parameters"]["period"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceSummaryListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDBillingInvoicesByInvoiceID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The invoiceID.
                 * @example a5614527-0000-7000-8000-000000000005
                 */
                invoiceID: components["parameters"]["invoiceID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDBillingInvoicesByInvoiceIDPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The invoiceID.
                 * @example a5614527-0000-7000-8000-000000000005
                 */
                invoiceID: components["parameters"]["invoiceID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisationsByOrganisationIDInvoices: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 12
                 */
                limit?: components["parameters"]["limit2"];
                /** @description The period. */
                period?: components["parameters"]["period"];
            };
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceSummaryListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisationsByOrganisationIDInvoicesByInvoiceID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The invoiceID.
                 * @example a5614527-0000-7000-8000-000000000005
                 */
                invoiceID: components["parameters"]["invoiceID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InvoiceAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getOrganisationsByOrganisationIDInvoicesByInvoiceIDPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The organisationID.
                 * @example 427251e6-0000-7000-8000-000000000001
                 */
                organisationID: components["parameters"]["organisationID"];
                /**
                 * @description The invoiceID.
                 * @example a5614527-0000-7000-8000-000000000005
                 */
                invoiceID: components["parameters"]["invoiceID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDRateLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RateLimitsAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDRateLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "group": "auth",
                 *           "by": "address",
                 *           "limit": 30,
                 *           "window_seconds": 60
                 *         }
                 *       ],
                 *       "version": 0
                 *     }
                 */
                "application/json": components["schemas"]["RateLimitsChange"];
            };
        };
        responses: {
            200: components["responses"]["RateLimitsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Website",
                 *       "kind": "publishable",
                 *       "scopes": [
                 *         "data:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            201: components["responses"]["NewApiKeyAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDApiKeysByKeyID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The keyID.
                 * @example 4968493a-0000-7000-8000-000000000001
                 */
                keyID: components["parameters"]["keyID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDApiKeysByKeyID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The keyID.
                 * @example 4968493a-0000-7000-8000-000000000001
                 */
                keyID: components["parameters"]["keyID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop window"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDApiKeysByKeyIDRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The keyID.
                 * @example 4968493a-0000-7000-8000-000000000001
                 */
                keyID: components["parameters"]["keyID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyRotate"];
            };
        };
        responses: {
            200: components["responses"]["NewApiKeyAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionSummaryListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDFunctions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Greet",
                 *       "access": "public",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["FunctionCreate"];
            };
        };
        responses: {
            201: components["responses"]["FunctionAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FunctionAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDFunctionsByFnID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDFunctionsByFnID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timeout_ms": 5000
                 *     }
                 */
                "application/json": components["schemas"]["FunctionUpdate"];
            };
        };
        responses: {
            200: components["responses"]["FunctionAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDFunctionsByFnIDDeploy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FunctionAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionVersionListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDFunctionsByFnIDRollback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["FunctionRollback"];
            };
        };
        responses: {
            200: components["responses"]["FunctionAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDFunctionsByFnIDInvoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "body": {
                 *         "name": "Amina"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FunctionInvoke"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionResponseAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDLogs: {
        parameters: {
            query?: {
                /**
                 * @description Lines of this level alone.
                 * @example log
                 */
                level?: "debug" | "info" | "log" | "warn" | "error";
                /** @description Lines that contain this text, in any case. */
                search?: string;
                /** @description The invocation id. */
                invocation_id?: string;
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit3"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionLogLineListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDLogsStream: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The id of the last event that was received: the stream goes on behind it.
                 * @example 0198c1d2-0000-7000-8000-000000000001
                 */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text2"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDInvocations: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit4"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionInvocationListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDFigures: {
        parameters: {
            query?: {
                /** @description The hours. */
                hours?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionFiguresAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDIntegrations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDIntegrations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "slack",
                 *       "name": "Team chat",
                 *       "config": {
                 *         "url": "https://hooks.slack.com/services/T0/B0/not-a-real-token",
                 *         "events": [
                 *           "function.*",
                 *           "quota.*"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationCreate"];
            };
        };
        responses: {
            201: components["responses"]["IntegrationAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDIntegrationsByIntegrationID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The integrationID.
                 * @example 889cf42a-0000-7000-8000-000000000001
                 */
                integrationID: components["parameters"]["integrationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["IntegrationAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDIntegrationsByIntegrationID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The integrationID.
                 * @example 889cf42a-0000-7000-8000-000000000001
                 */
                integrationID: components["parameters"]["integrationID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDIntegrationsByIntegrationID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The integrationID.
                 * @example 889cf42a-0000-7000-8000-000000000001
                 */
                integrationID: components["parameters"]["integrationID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "config": {
                 *         "events": [
                 *           "*"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationUpdate"];
            };
        };
        responses: {
            200: components["responses"]["IntegrationAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDIntegrationsByIntegrationIDTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The integrationID.
                 * @example 889cf42a-0000-7000-8000-000000000001
                 */
                integrationID: components["parameters"]["integrationID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["IntegrationTest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationTestedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthSignup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "neema.said@example.com",
                 *       "password": "example-password-1",
                 *       "full_name": "Neema Said",
                 *       "phone": "+255712345678",
                 *       "metadata": {
                 *         "language": "sw"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Signup"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUpAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthSignin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "neema.said@example.com",
                 *       "password": "example-password-1"
                 *     }
                 */
                "application/json": components["schemas"]["Signin"];
            };
        };
        responses: {
            200: components["responses"]["SigninResultAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "example-refresh-token"
                 *     }
                 */
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthAnonymous: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "metadata": {
                 *         "language": "sw"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AnonymousSignin"];
            };
        };
        responses: {
            201: components["responses"]["UserSessionAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthUpgrade: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "zawadi@example.com",
                 *       "password": "example-password-1",
                 *       "full_name": "Zawadi Said",
                 *       "phone": "+255712345679"
                 *     }
                 */
                "application/json": components["schemas"]["Upgrade"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthOtpRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+255712345678"
                 *     }
                 */
                "application/json": components["schemas"]["OtpRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpRequestedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthOtpVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+255712345678",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["OtpVerify"];
            };
        };
        responses: {
            200: components["responses"]["SigninResultAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "neema.said@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetRequestedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthResetPasswordConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "neema.said@example.com",
                 *       "code": "123456",
                 *       "new_password": "example-password-2"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordResetConfirm"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Request completed successfully.",
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["EmptyAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthVerifyEmailRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "neema.said@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            200: components["responses"]["LinkRequestedAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthVerifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example-token"
                 *     }
                 */
                "application/json": components["schemas"]["LinkProof"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailVerifiedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthMagicLinkRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "neema.said@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["MagicLinkRequest"];
            };
        };
        responses: {
            200: components["responses"]["LinkRequestedAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthMagicLinkVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example-token"
                 *     }
                 */
                "application/json": components["schemas"]["LinkProof"];
            };
        };
        responses: {
            200: components["responses"]["SigninResultAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FactorListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Phone",
                 *       "current_password": "example-password-1"
                 *     }
                 */
                "application/json": components["schemas"]["FactorEnrol"];
            };
        };
        responses: {
            201: components["responses"]["FactorEnrolledAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthFactorsByFactorIDActivate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["FactorActivate"];
            };
        };
        responses: {
            200: components["responses"]["FactorActivatedAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDAuthFactorsByFactorID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["FactorRemove"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthFactorsRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["FactorCode"];
            };
        };
        responses: {
            200: components["responses"]["RecoveryCodesAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthFactorsVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mfa_token": "example-mfa-token",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["FactorVerify"];
            };
        };
        responses: {
            200: components["responses"]["UserSessionAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthUsersByUserIDFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FactorListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDAuthUsersByUserIDFactorsByFactorID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
                /**
                 * @description The factorID.
                 * @example 60c663b2-0000-7000-8000-000000000001
                 */
                factorID: components["parameters"]["factorID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthUsers: {
        parameters: {
            query?: {
                /**
                 * @description A part of the e-mail address, the phone number or the name.
                 * @example neema
                 */
                search?: string;
                /** @description The number of the page, from 1. */
                page?: number;
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthUsersByUserID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UserAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDAuthUsersByUserID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDAuthUsersByUserID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "claims": {
                 *         "shop": "Arusha"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: components["responses"]["UserAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDAuthSessionsBySessionID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The sessionID.
                 * @example b0538d76-0000-7000-8000-000000000001
                 */
                sessionID: components["parameters"]["sessionID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuthSettingsAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDAuthSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allow_anonymous": true
                 *     }
                 */
                "application/json": components["schemas"]["AuthSettingsUpdate"];
            };
        };
        responses: {
            200: components["responses"]["AuthSettingsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthWellKnownJwksJson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "x": "example-x-coordinate",
                     *           "y": "example-y-coordinate",
                     *           "alg": "ES256",
                     *           "crv": "P-256",
                     *           "kid": "example-key",
                     *           "kty": "EC",
                     *           "use": "sig"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Jwks"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthKeysRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwksAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthOutbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxEntryListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthHooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuthHooksAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDAuthHooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "send_sms": "on-new-book"
                 *     }
                 */
                "application/json": components["schemas"]["AuthHooksUpdate"];
            };
        };
        responses: {
            200: components["responses"]["AuthHooksAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplateListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDAuthTemplatesByKind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The kind.
                 * @example otp
                 */
                kind: components["schemas"]["MessageKind"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Your code is {{code}}."
                 *     }
                 */
                "application/json": components["schemas"]["MessageTemplateUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTemplateAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDAuthTemplatesByKind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The kind.
                 * @example otp
                 */
                kind: components["schemas"]["MessageKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RoleListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "editor",
                 *       "permission_ids": [
                 *         "cee72230-0000-7000-8000-000000000001"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RoleCreate"];
            };
        };
        responses: {
            201: components["responses"]["RoleAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDRolesByRoleID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The roleID.
                 * @example 1db8f13f-0000-7000-8000-000000000001
                 */
                roleID: components["parameters"]["roleID2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDRolesByRoleID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The roleID.
                 * @example 1db8f13f-0000-7000-8000-000000000001
                 */
                roleID: components["parameters"]["roleID2"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "chief editor"
                 *     }
                 */
                "application/json": components["schemas"]["RoleUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RoleAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "books:publish",
                 *       "description": "Put books on sale."
                 *     }
                 */
                "application/json": components["schemas"]["PermissionCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDPermissionsByPermissionID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The permissionID.
                 * @example cee72230-0000-7000-8000-000000000002
                 */
                permissionID: components["parameters"]["permissionID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDUsersByUserIDRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RoleListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDUsersByUserIDRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role_ids": [
                 *         "1db8f13f-0000-7000-8000-000000000001"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RoleGrants"];
            };
        };
        responses: {
            200: components["responses"]["RoleListAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDUsersByUserIDRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role_id": "1db8f13f-0000-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["RoleGrant"];
            };
        };
        responses: {
            200: components["responses"]["RoleListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDUsersByUserIDRolesByRoleID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
                /**
                 * @description The roleID.
                 * @example 1db8f13f-0000-7000-8000-000000000001
                 */
                roleID: components["parameters"]["roleID2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "example",
                 *       "issuer": "https://accounts.example.com",
                 *       "client_id": "duka",
                 *       "client_secret": "example-client-secret"
                 *     }
                 */
                "application/json": components["schemas"]["ProviderCreate"];
            };
        };
        responses: {
            201: components["responses"]["ProviderAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthProvidersByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The provider.
                 * @example example
                 */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProviderAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDAuthProvidersByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The provider.
                 * @example example
                 */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDAuthProvidersByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The provider.
                 * @example example
                 */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "openid",
                 *         "email"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProviderUpdate"];
            };
        };
        responses: {
            200: components["responses"]["ProviderAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthProvidersByProviderAuthorize: {
        parameters: {
            query: {
                /** @description Where to come back to: one of `redirect_urls` in the auth settings. */
                redirect_to: string;
                /** @description PKCE (RFC 7636): binds the code to the client that began. Send one whenever you can. */
                code_challenge?: string;
                /** @description The code challenge method. */
                code_challenge_method?: components["parameters"]["code_challenge_method"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The provider.
                 * @example example
                 */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: components["responses"]["Empty2"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthProvidersByProviderCallback: {
        parameters: {
            query: {
                /** @description The state. */
                state: components["parameters"]["state"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The provider.
                 * @example example
                 */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: components["responses"]["Empty3"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDAuthToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["CodeExchange"];
            };
        };
        responses: {
            200: components["responses"]["SigninResultAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuthUsersByUserIDIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDAuthUsersByUserIDIdentitiesByIdentityID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The userID.
                 * @example b3f94a80-0000-7000-8000-000000000002
                 */
                userID: components["parameters"]["userID"];
                /**
                 * @description The identityID.
                 * @example 62dae981-0000-7000-8000-000000000001
                 */
                identityID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDTables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Books",
                 *       "columns": [
                 *         {
                 *           "name": "title",
                 *           "data_type": "string",
                 *           "required": true,
                 *           "description": "As on the cover."
                 *         },
                 *         {
                 *           "name": "price",
                 *           "data_type": "decimal"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TableCreate"];
            };
        };
        responses: {
            201: components["responses"]["TableAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDTablesByTableID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TableAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDTablesByTableID: {
        parameters: {
            query?: {
                /**
                 * @description Also delete the relationships that refer to it.
                 * @example true
                 */
                cascade?: components["parameters"]["cascade"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDTablesByTableID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "What we sell."
                 *     }
                 */
                "application/json": components["schemas"]["TableUpdate"];
            };
        };
        responses: {
            200: components["responses"]["TableAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDColumns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "author_id",
                 *       "data_type": "uuid"
                 *     }
                 */
                "application/json": components["schemas"]["ColumnCreate"];
            };
        };
        responses: {
            201: components["responses"]["ColumnAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDTablesByTableIDColumnsByColumnID: {
        parameters: {
            query?: {
                /**
                 * @description Also delete the relationships that refer to it.
                 * @example true
                 */
                cascade?: components["parameters"]["cascade"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
                /**
                 * @description The id or the name.
                 * @example ecc54356-0000-7000-8000-000000000002
                 */
                columnID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDTablesByTableIDColumnsByColumnID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
                /**
                 * @description The id or the name.
                 * @example ecc54356-0000-7000-8000-000000000002
                 */
                columnID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "indexed": true
                 *     }
                 */
                "application/json": components["schemas"]["ColumnUpdate"];
            };
        };
        responses: {
            200: components["responses"]["ColumnAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaRelationships: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelationshipListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDSchemaRelationships: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from_table": "books",
                 *       "from_column": "author_id",
                 *       "to_table": "authors",
                 *       "to_column": "id"
                 *     }
                 */
                "application/json": components["schemas"]["RelationshipCreate"];
            };
        };
        responses: {
            201: components["responses"]["RelationshipAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDSchemaRelationshipsByRelationshipID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The relationshipID.
                 * @example 2daa75d0-0000-7000-8000-000000000001
                 */
                relationshipID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDSchemaRelationshipsByRelationshipID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The relationshipID.
                 * @example 2daa75d0-0000-7000-8000-000000000001
                 */
                relationshipID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "on_delete": "set_null"
                 *     }
                 */
                "application/json": components["schemas"]["RelationshipUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RelationshipAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaPreviewByTableID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TablePreviewAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaDiagram: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiagramAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaViews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDSchemaViews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "cheap_books",
                 *       "definition": "select id, title from books where price < 10"
                 *     }
                 */
                "application/json": components["schemas"]["ViewCreate"];
            };
        };
        responses: {
            201: components["responses"]["ViewAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaViewsByViewID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the name.
                 * @example d869419f-0000-7000-8000-000000000001
                 */
                viewID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ViewAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDSchemaViewsByViewID: {
        parameters: {
            query?: {
                /** @description Also remove what depends on it. Without it, dependents are a 409 that names them. */
                cascade?: components["parameters"]["cascade2"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the name.
                 * @example d869419f-0000-7000-8000-000000000001
                 */
                viewID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "definition": "select id, title from books where price < 5"
                 *     }
                 */
                "application/json": components["schemas"]["ViewReplace"];
            };
        };
        responses: {
            200: components["responses"]["ViewAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDSchemaViewsByViewID: {
        parameters: {
            query?: {
                /** @description Also remove what depends on it. Without it, dependents are a 409 that names them. */
                cascade?: components["parameters"]["cascade2"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The id or the name.
                 * @example d869419f-0000-7000-8000-000000000001
                 */
                viewID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RemovedAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaFunctions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlFunctionListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDSchemaFunctions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "trim_title",
                 *       "returns": "trigger",
                 *       "body": "begin new.title := trim(new.title); return new; end"
                 *     }
                 */
                "application/json": components["schemas"]["SqlFunctionCreate"];
            };
        };
        responses: {
            201: components["responses"]["SqlFunctionAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaFunctionsByFunctionName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The functionName.
                 * @example trim_title
                 */
                functionName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SqlFunctionAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDSchemaFunctionsByFunctionName: {
        parameters: {
            query?: {
                /** @description Also remove what depends on it. Without it, dependents are a 409 that names them. */
                cascade?: components["parameters"]["cascade2"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The functionName.
                 * @example trim_title
                 */
                functionName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "returns": "trigger",
                 *       "body": "begin new.title := trim(new.title); return new; end"
                 *     }
                 */
                "application/json": components["schemas"]["SqlFunctionReplace"];
            };
        };
        responses: {
            200: components["responses"]["SqlFunctionAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDSchemaFunctionsByFunctionName: {
        parameters: {
            query?: {
                /** @description Also remove what depends on it. Without it, dependents are a 409 that names them. */
                cascade?: components["parameters"]["cascade2"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The functionName.
                 * @example trim_title
                 */
                functionName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RemovedAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDSchemaTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "tidy",
                 *       "table": "books",
                 *       "timing": "before",
                 *       "events": [
                 *         "insert",
                 *         "update"
                 *       ],
                 *       "function": "trim_title"
                 *     }
                 */
                "application/json": components["schemas"]["TriggerCreate"];
            };
        };
        responses: {
            201: components["responses"]["TriggerAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaTriggersByTriggerID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description `table.name`
                 * @example books.tidy
                 */
                triggerID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TriggerAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDSchemaTriggersByTriggerID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description `table.name`
                 * @example books.tidy
                 */
                triggerID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timing": "before",
                 *       "events": [
                 *         "insert"
                 *       ],
                 *       "function": "trim_title"
                 *     }
                 */
                "application/json": components["schemas"]["TriggerReplace"];
            };
        };
        responses: {
            200: components["responses"]["TriggerAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDSchemaTriggersByTriggerID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description `table.name`
                 * @example books.tidy
                 */
                triggerID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RemovedAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDSchemaExecDdl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sql": "create table publishers (name text not null)",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["DdlInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DdlResultAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaHistory: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit5"];
                /** @description Only versions before this one. */
                before?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaChangeListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSchemaMigrations: {
        parameters: {
            query?: {
                /**
                 * @description Only versions after this one.
                 * @example 0
                 */
                after?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationsAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDSchemaMigrationsApply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project_id": "bc6026f5-0000-7000-8000-000000000002",
                 *       "migrations": [
                 *         {
                 *           "version": 1,
                 *           "operation": {
                 *             "kind": "table.create",
                 *             "input": {
                 *               "name": "Books",
                 *               "columns": [
                 *                 {
                 *                   "name": "title",
                 *                   "unique": false,
                 *                   "indexed": false,
                 *                   "required": true,
                 *                   "data_type": "string",
                 *                   "description": "As on the cover."
                 *                 },
                 *                 {
                 *                   "name": "price",
                 *                   "unique": false,
                 *                   "indexed": false,
                 *                   "required": false,
                 *                   "data_type": "decimal"
                 *                 }
                 *               ]
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MigrationsInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationsAppliedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDTablesByTableIDRls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's id or slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDRls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's id or slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID2"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "select",
                 *       "subject": "public",
                 *       "condition": "price > 0"
                 *     }
                 */
                "application/json": components["schemas"]["PolicyCreate"];
            };
        };
        responses: {
            201: components["responses"]["PolicyAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDTablesByTableIDRlsByPolicyID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's id or slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID2"];
                /**
                 * @description The policyID.
                 * @example 45a4cb6e-0000-7000-8000-000000000001
                 */
                policyID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDTablesByTableIDRlsByPolicyID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's id or slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID2"];
                /**
                 * @description The policyID.
                 * @example 45a4cb6e-0000-7000-8000-000000000001
                 */
                policyID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "condition": "price >= 0"
                 *     }
                 */
                "application/json": components["schemas"]["PolicyUpdate"];
            };
        };
        responses: {
            200: components["responses"]["PolicyAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDRlsExplain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's id or slug.
                 * @example 566fd64c-0000-7000-8000-000000000002
                 */
                tableID: components["parameters"]["tableID2"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "select",
                 *       "key": "publishable",
                 *       "row": {
                 *         "title": "Utengano",
                 *         "price": "12.50"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PolicyQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyExplanationAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageBuckets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BucketListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageBuckets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Covers",
                 *       "is_public": true,
                 *       "allowed_mime_types": [
                 *         "image/*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BucketInput"];
            };
        };
        responses: {
            201: components["responses"]["BucketAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageBucketsByBucketID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["BucketAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDStorageBucketsByBucketID: {
        parameters: {
            query?: {
                /**
                 * @description `true` also deletes the objects of the bucket, in the background.
                 * @example true
                 */
                force?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["BucketAnswer"];
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDStorageBucketsByBucketID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file_size_limit": 5000000
                 *     }
                 */
                "application/json": components["schemas"]["BucketChanges"];
            };
        };
        responses: {
            200: components["responses"]["BucketAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageBucketsByBucketIDObjects: {
        parameters: {
            query?: {
                /**
                 * @description Only objects whose names begin so, such as `photos/`.
                 * @example k
                 */
                prefix?: string;
                /** @description `/` lists folders once instead of the objects in them. */
                delimiter?: "/";
                /** @description Only objects whose names hold this text. */
                search?: string;
                /** @description With a delimiter, names only. */
                order?: "name.asc" | "name.desc" | "created_at.asc" | "created_at.desc" | "updated_at.asc" | "updated_at.desc" | "size.asc" | "size.desc";
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit4"];
                /** @description `X-Next-Cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntryListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageBucketsByBucketIDFolders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "2026"
                 *     }
                 */
                "application/json": components["schemas"]["FolderInput"];
            };
        };
        responses: {
            201: components["responses"]["StorageObjectAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageObjectsByObjectID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StorageObjectAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDStorageObjectsByObjectID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDStorageObjectsByObjectID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metadata": {
                 *         "alt": "A red book"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ObjectChanges"];
            };
        };
        responses: {
            200: components["responses"]["StorageObjectAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageObjectsByObjectIDRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StorageObjectAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageObjectsByObjectIDCopy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "copies/kusadikika.png"
                 *     }
                 */
                "application/json": components["schemas"]["ObjectCopy"];
            };
        };
        responses: {
            201: components["responses"]["StorageObjectAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageObjectsByObjectIDContent: {
        parameters: {
            query?: {
                /** @description Has browsers save the file: under this name, or under its own where it is empty. */
                download?: components["parameters"]["download"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text3"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageBucketsByBucketIDObjectsByName: {
        parameters: {
            query?: {
                /** @description Has browsers save the file: under this name, or under its own where it is empty. */
                download?: components["parameters"]["download"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
                /** @description The name of the object, with slashes between folders. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text3"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDStorageBucketsByBucketIDObjectsByName: {
        parameters: {
            query?: {
                /** @description `true` replaces the object of that name. PUT does so by itself, POST does not. */
                overwrite?: components["parameters"]["overwrite"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
                /** @description The name of the object, with slashes between folders. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StorageObjectAnswer"];
            201: components["responses"]["StorageObjectAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageBucketsByBucketIDObjectsByName: {
        parameters: {
            query?: {
                /** @description `true` replaces the object of that name. PUT does so by itself, POST does not. */
                overwrite?: components["parameters"]["overwrite"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
                /** @description The name of the object, with slashes between folders. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StorageObjectAnswer"];
            201: components["responses"]["StorageObjectAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStoragePublicByBucketIDByObjectID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the bytes */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageFilesByObjectIDByFileName: {
        parameters: {
            query?: {
                /** @description Has browsers save the file: under this name, or under its own where it is empty. */
                download?: components["parameters"]["download"];
                /** @description Of POST /storage/signed-download-url. */
                token?: string;
                /** @description The version, which makes the address cacheable for long. */
                v?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
                /** @description The name of the file, or any other. */
                fileName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text3"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageObjectsByObjectIDImage: {
        parameters: {
            query?: {
                /** @description In pixels. Without it, it follows from the height. */
                width?: components["parameters"]["width"];
                /** @description In pixels. Without it, it follows from the width. */
                height?: components["parameters"]["height"];
                /** @description How the image fits into width and height, as in CSS: `cover` by default. */
                fit?: components["parameters"]["fit"];
                /** @description By default that of the file, and `png` for a GIF. */
                format?: components["parameters"]["format"];
                /** @description By default 80, and 50 for AVIF. */
                quality?: components["parameters"]["quality"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text4"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageObjectsByObjectIDImageSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageSummaryAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStoragePublicByBucketIDByObjectIDImage: {
        parameters: {
            query?: {
                /** @description In pixels. Without it, it follows from the height. */
                width?: components["parameters"]["width"];
                /** @description In pixels. Without it, it follows from the width. */
                height?: components["parameters"]["height"];
                /** @description How the image fits into width and height, as in CSS: `cover` by default. */
                fit?: components["parameters"]["fit"];
                /** @description By default that of the file, and `png` for a GIF. */
                format?: components["parameters"]["format"];
                /** @description By default 80, and 50 for AVIF. */
                quality?: components["parameters"]["quality"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The objectID.
                 * @example 66e34f80-0000-7000-8000-000000000001
                 */
                objectID: components["parameters"]["objectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text4"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageS3Access: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key_id": "9dc8c1db-0000-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["S3AccessInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["S3AccessAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageSignedUploadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bucket_id": "covers",
                 *       "object_name": "rosa-mistika.png",
                 *       "content_length": 94
                 *     }
                 */
                "application/json": components["schemas"]["SignedUploadInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUploadAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageSignedDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "object_id": "66e34f80-0000-7000-8000-000000000001"
                 *     }
                 */
                "application/json": components["schemas"]["SignedDownloadInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedDownloadAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageUsageAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getDataByTable: {
        parameters: {
            query?: {
                /**
                 * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
                 * @example id,title,price
                 */
                select?: components["parameters"]["select"];
                /**
                 * @description `column.asc` or `column.desc`, and `.nullsfirst` or `.nullslast` behind it; several separated by commas.
                 * @example title.asc
                 */
                order?: components["parameters"]["order"];
                /**
                 * @description How many rows at most.
                 * @example 20
                 */
                limit?: number;
                /** @description How many rows to leave out; ignored with cursor. */
                offset?: components["parameters"]["offset"];
                /** @description What X-Next-Cursor or X-Prev-Cursor said, with the same order; with ordering by created_at also the id of the last row of the page before. */
                cursor?: components["parameters"]["cursor2"];
                /** @description Returns `{count: n}` instead of rows: `planned` is an estimate, `estimated` is exact up to 10,000 rows. */
                count?: components["parameters"]["count"];
                /** @description Deleted rows as well: those that the caller is allowed to delete. */
                deleted?: components["parameters"]["deleted"];
                /**
                 * @description Any other parameter is a filter on the column of its name: `price=lt.100`, `title=ilike.*tea*`, `id=in.(a,b)`. `or=(…)` and `and=(…)` join several; what concerns related rows begins with their name: `reviews.limit=3`.
                 * @example {
                 *       "price": "lt.100"
                 *     }
                 */
                filters?: {
                    [key: string]: string;
                };
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description The `ETag` of what you have: where it is the same still, the answer is 304.
                 * @example "7421-a1b2c3d4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RowsAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postDataByTable: {
        parameters: {
            query?: {
                /** @description The unique columns by which rows exist already, with `Prefer: resolution=…`. */
                on_conflict?: components["parameters"]["on_conflict"];
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Kusadikika",
                 *       "price": "12.50"
                 *     }
                 */
                "application/json": components["schemas"]["RowInput"] | components["schemas"]["RowInput"][];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsertedRowsAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteDataByTable: {
        parameters: {
            query?: {
                /** @description The columns to answer with, with `return=representation`. */
                select?: components["parameters"]["select2"];
                /**
                 * @description Any other parameter is a filter: `column=operator.value`; `or=(…)` and `and=(…)` join several.
                 * @example {
                 *       "status": "eq.draft"
                 *     }
                 */
                filters?: components["parameters"]["filters"];
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RowsAnswer2"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchDataByTable: {
        parameters: {
            query?: {
                /** @description The columns to answer with, with `return=representation`. */
                select?: components["parameters"]["select2"];
                /**
                 * @description Any other parameter is a filter: `column=operator.value`; `or=(…)` and `and=(…)` join several.
                 * @example {
                 *       "status": "eq.draft"
                 *     }
                 */
                filters?: components["parameters"]["filters"];
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": "11.00"
                 *     }
                 */
                "application/json": components["schemas"]["RowInput"];
            };
        };
        responses: {
            200: components["responses"]["RowsAnswer2"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getDataByTableById: {
        parameters: {
            query?: {
                /**
                 * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
                 * @example id,title,price
                 */
                select?: components["parameters"]["select"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you have: where it is the same still, the answer is 304.
                 * @example "7421-a1b2c3d4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
                /**
                 * @description The id of the row.
                 * @example a5614527-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RowAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteDataByTableById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that the row must still have; otherwise the answer is 412, and nothing is written.
                 * @example "7421-a1b2c3d4"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
                /**
                 * @description The id of the row.
                 * @example a5614527-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchDataByTableById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that the row must still have; otherwise the answer is 412, and nothing is written.
                 * @example "7421-a1b2c3d4"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
                /**
                 * @description The id of the row.
                 * @example a5614527-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": "10.00"
                 *     }
                 */
                "application/json": components["schemas"]["RowInput"];
            };
        };
        responses: {
            200: components["responses"]["RowAnswer2"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operations": [
                 *         {
                 *           "method": "POST",
                 *           "table": "books",
                 *           "body": {
                 *             "title": "Utengano",
                 *             "price": "9.00"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            200: components["responses"]["BatchResultsAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operations": [
                 *         {
                 *           "method": "POST",
                 *           "table": "books",
                 *           "body": {
                 *             "title": "Dunia Mti Mkavu",
                 *             "price": "6.00"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            200: components["responses"]["BatchResultsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDTablesByTableIDRecords: {
        parameters: {
            query?: {
                /**
                 * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
                 * @example id,title,price
                 */
                select?: components["parameters"]["select"];
                /**
                 * @description `column.asc` or `column.desc`, and `.nullsfirst` or `.nullslast` behind it; several separated by commas.
                 * @example title.asc
                 */
                order?: components["parameters"]["order"];
                /**
                 * @description How many records at most.
                 * @example 20
                 */
                limit?: number;
                /** @description How many rows to leave out; ignored with cursor. */
                offset?: components["parameters"]["offset"];
                /** @description What X-Next-Cursor or X-Prev-Cursor said, with the same order; with ordering by created_at also the id of the last row of the page before. */
                cursor?: components["parameters"]["cursor2"];
                /** @description Returns `{count: n}` instead of rows: `planned` is an estimate, `estimated` is exact up to 10,000 rows. */
                count?: components["parameters"]["count"];
                /** @description Deleted rows as well: those that the caller is allowed to delete. */
                deleted?: components["parameters"]["deleted"];
                /** @description Conditions in the grammar of `and=(…)` of the data API: `(price.lt.100,or(city.eq.Moshi,city.is.null))`. */
                where?: components["parameters"]["where"];
                /**
                 * @description Any other parameter is a column and the value that it must have.
                 * @example {
                 *       "title": "Utengano"
                 *     }
                 */
                filters?: components["parameters"]["filters2"];
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description The `ETag` of what you have: where it is the same still, the answer is 304.
                 * @example "7421-a1b2c3d4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RowsAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDRecords: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "title": "Rosa Mistika",
                 *         "price": "8.00"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RowAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDTablesByTableIDRecords: {
        parameters: {
            query?: {
                /**
                 * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
                 * @example id,title,price
                 */
                select?: components["parameters"]["select"];
                /** @description Conditions in the grammar of `and=(…)` of the data API: `(price.lt.100,or(city.eq.Moshi,city.is.null))`. */
                where?: components["parameters"]["where"];
                /**
                 * @description Any other parameter is a column and the value that it must have.
                 * @example {
                 *       "title": "Utengano"
                 *     }
                 */
                filters?: components["parameters"]["filters2"];
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "23466067-0000-7000-8000-000000000001",
                 *         "23466067-0000-7000-8000-000000000002"
                 *       ],
                 *       "expected_count": 2
                 *     }
                 */
                "application/json": components["schemas"]["RecordSelection"];
            };
        };
        responses: {
            200: components["responses"]["RowsAnswer2"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDTablesByTableIDRecords: {
        parameters: {
            query?: {
                /**
                 * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
                 * @example id,title,price
                 */
                select?: components["parameters"]["select"];
                /** @description Conditions in the grammar of `and=(…)` of the data API: `(price.lt.100,or(city.eq.Moshi,city.is.null))`. */
                where?: components["parameters"]["where"];
                /**
                 * @description Any other parameter is a column and the value that it must have.
                 * @example {
                 *       "title": "Utengano"
                 *     }
                 */
                filters?: components["parameters"]["filters2"];
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "23466067-0000-7000-8000-000000000001",
                 *         "23466067-0000-7000-8000-000000000002"
                 *       ],
                 *       "expected_count": 2,
                 *       "data": {
                 *         "price": "7.00"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordsUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RowsAnswer2"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDTablesByTableIDRecordsByRecordID: {
        parameters: {
            query?: {
                /**
                 * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
                 * @example id,title,price
                 */
                select?: components["parameters"]["select"];
            };
            header?: {
                /**
                 * @description The `ETag` of what you have: where it is the same still, the answer is 304.
                 * @example "7421-a1b2c3d4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
                /**
                 * @description The id of the record.
                 * @example bff293e5-0000-7000-8000-000000000001
                 */
                recordID: components["parameters"]["recordID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RowAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDTablesByTableIDRecordsByRecordID: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that the row must still have; otherwise the answer is 412, and nothing is written.
                 * @example "7421-a1b2c3d4"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
                /**
                 * @description The id of the record.
                 * @example bff293e5-0000-7000-8000-000000000001
                 */
                recordID: components["parameters"]["recordID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDTablesByTableIDRecordsByRecordID: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` that the row must still have; otherwise the answer is 412, and nothing is written.
                 * @example "7421-a1b2c3d4"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
                /**
                 * @description The id of the record.
                 * @example bff293e5-0000-7000-8000-000000000001
                 */
                recordID: components["parameters"]["recordID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "price": "7.50"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordInput"];
            };
        };
        responses: {
            200: components["responses"]["RowAnswer2"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDRecordsRestore: {
        parameters: {
            query?: {
                /**
                 * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
                 * @example id,title,price
                 */
                select?: components["parameters"]["select"];
                /** @description Conditions in the grammar of `and=(…)` of the data API: `(price.lt.100,or(city.eq.Moshi,city.is.null))`. */
                where?: components["parameters"]["where"];
                /**
                 * @description Any other parameter is a column and the value that it must have.
                 * @example {
                 *       "title": "Utengano"
                 *     }
                 */
                filters?: components["parameters"]["filters2"];
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "23466067-0000-7000-8000-000000000001",
                 *         "23466067-0000-7000-8000-000000000002"
                 *       ],
                 *       "expected_count": 2
                 *     }
                 */
                "application/json": components["schemas"]["RecordSelection"];
            };
        };
        responses: {
            200: components["responses"]["RowsAnswer2"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDRecordsPurge: {
        parameters: {
            query?: {
                /**
                 * @description Columns and related rows, as `title,author(name)`. Unknown columns are ignored.
                 * @example id,title,price
                 */
                select?: components["parameters"]["select"];
                /** @description Conditions in the grammar of `and=(…)` of the data API: `(price.lt.100,or(city.eq.Moshi,city.is.null))`. */
                where?: components["parameters"]["where"];
                /**
                 * @description Any other parameter is a column and the value that it must have.
                 * @example {
                 *       "title": "Utengano"
                 *     }
                 */
                filters?: components["parameters"]["filters2"];
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "23466067-0000-7000-8000-000000000001",
                 *         "23466067-0000-7000-8000-000000000002"
                 *       ],
                 *       "expected_count": 2
                 *     }
                 */
                "application/json": components["schemas"]["RecordSelection"];
            };
        };
        responses: {
            200: components["responses"]["RowsAnswer2"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postDataByTableByIdRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The table's slug.
                 * @example books
                 */
                table: components["parameters"]["table"];
                /**
                 * @description The id of the row.
                 * @example a5614527-0000-7000-8000-000000000001
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RowAnswer3"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDRecordsByRecordIDRestore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
                /**
                 * @description The id of the record.
                 * @example bff293e5-0000-7000-8000-000000000001
                 */
                recordID: components["parameters"]["recordID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RowAnswer3"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDRecordsByRecordIDPurge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
                /**
                 * @description The id of the record.
                 * @example bff293e5-0000-7000-8000-000000000001
                 */
                recordID: components["parameters"]["recordID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDTablesByTableIDExport: {
        parameters: {
            query?: {
                /**
                 * @description What the rows are written as.
                 * @example csv
                 */
                format?: "csv" | "ndjson";
                /** @description What stands between the cells of CSV. */
                delimiter?: "comma" | "semicolon" | "tab" | "pipe";
                /** @description What becomes of texts in CSV that a spreadsheet takes for formulas: `escape` puts a quote before them. */
                formulas?: "escape" | "keep";
                /**
                 * @description The columns, as `title,price`; in NDJSON related rows as well, as `author(name)`.
                 * @example title,price
                 */
                select?: string;
                /**
                 * @description As in lists. Without it, rows come as PostgreSQL finds them.
                 * @example title.asc
                 */
                order?: string;
                /** @description Deleted rows as well: those that the caller is allowed to delete. */
                deleted?: components["parameters"]["deleted"];
                /**
                 * @description Any other parameter is a filter, as in lists of the data API: `price=lt.100`.
                 * @example {
                 *       "price": "lt.100"
                 *     }
                 */
                filters?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDOpenapiYaml: {
        parameters: {
            query?: {
                /** @description The slugs of the tables to describe, separated by commas; all unless said here. */
                tables?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of what you have: where it is the same still, the answer is 304.
                 * @example "7421-a1b2c3d4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            /** @description It is the same. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDGraphql: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "query ($limit: Int) { books(limit: $limit) { id title price } }",
                 *       "variables": {
                 *         "limit": 5
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GraphqlRequest"];
            };
        };
        responses: {
            /** @description The result in the form of the GraphQL specification. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "books": [
                     *           {
                     *             "id": "a5614527-0000-7000-8000-000000000025",
                     *             "title": "Kinjeketile",
                     *             "price": 6
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GraphqlResult"];
                    /**
                     * @example {
                     *       "data": {
                     *         "books": [
                     *           {
                     *             "id": "a5614527-0000-7000-8000-000000000025",
                     *             "title": "Kinjeketile",
                     *             "price": 6
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/graphql-response+json": components["schemas"]["GraphqlResult"];
                };
            };
            /** @description A document that cannot be run, or a request that is not valid. */
            400: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphqlRefusal"];
                    "application/graphql-response+json": components["schemas"]["GraphqlRefusal"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDQueryExec: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sql": "select title, price from books where price < $1 order by title",
                 *       "params": [
                 *         "100"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SqlQuery"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlResultAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDQuerySaved: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit5"];
                /** @description The id of the last query of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQueryListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDQuerySaved: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Cheap books",
                 *       "sql": "select title from books where price < :most"
                 *     }
                 */
                "application/json": components["schemas"]["SavedQueryCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQueryAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDQuerySavedByQueryID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The queryID.
                 * @example 961282e8-0000-7000-8000-000000000001
                 */
                queryID: components["parameters"]["queryID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDQuerySavedByQueryIDRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The queryID.
                 * @example 961282e8-0000-7000-8000-000000000001
                 */
                queryID: components["parameters"]["queryID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "params": {
                 *         "most": "100"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SavedQueryRun"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQueryResultAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDQueryRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are tried and undone; `details` of the answer has `undone: true` and the policies that decided.
                 * @example key:publishable
                 */
                "X-Msingi-As"?: components["parameters"]["X-Msingi-As"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "table_slug": "books",
                 *       "config": {
                 *         "columns": [
                 *           "title",
                 *           "price"
                 *         ],
                 *         "filters": [
                 *           {
                 *             "column": "price",
                 *             "operator": "lt",
                 *             "value": "100"
                 *           }
                 *         ],
                 *         "sort": [
                 *           {
                 *             "column": "title",
                 *             "direction": "asc"
                 *           }
                 *         ],
                 *         "limit": 20
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResultAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDQueryPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "table_slug": "books",
                 *       "config": {
                 *         "columns": [
                 *           "title",
                 *           "price"
                 *         ],
                 *         "filters": [
                 *           {
                 *             "column": "price",
                 *             "operator": "lt",
                 *             "value": "100"
                 *           }
                 *         ],
                 *         "sort": [
                 *           {
                 *             "column": "title",
                 *             "direction": "asc"
                 *           }
                 *         ],
                 *         "limit": 20
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryPreviewAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDRealtimeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RealtimeSettingsAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDRealtimeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "broadcast_deletes": true
                 *     }
                 */
                "application/json": components["schemas"]["RealtimeSettingsUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RealtimeSettingsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDRealtimeChannels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDRealtimeChannels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lobby"
                 *     }
                 */
                "application/json": components["schemas"]["ChannelCreate"];
            };
        };
        responses: {
            201: components["responses"]["ChannelAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDRealtimeChannelsByChannelID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The channelID.
                 * @example 879077f7-0000-7000-8000-000000000001
                 */
                channelID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDRealtimeChannelsByChannelID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The channelID.
                 * @example 879077f7-0000-7000-8000-000000000001
                 */
                channelID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["ChannelUpdate"];
            };
        };
        responses: {
            200: components["responses"]["ChannelAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDRealtimeEvents: {
        parameters: {
            query?: {
                /** @description A realtime token. It comes before api_key. */
                token?: string;
                /** @description An API key, for browsers, which cannot send headers. */
                api_key?: string;
                /** @description The slug of a table. A token for one table alone needs none. */
                table?: string;
                /** @description INSERT, UPDATE and DELETE, separated by commas; all of them where it is left out. */
                events?: string;
                /** @description The id of the last event that was received, where the header Last-Event-ID cannot be sent. */
                last_event_id?: string;
            };
            header?: {
                /**
                 * @description The id of the last event that was received: the stream goes on behind it.
                 * @example 0198c1d2-0000-7000-8000-000000000001
                 */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text5"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDRealtimeConnect: {
        parameters: {
            query?: {
                /**
                 * @description The slug of a table. Given several times, the token is for all of them.
                 * @example [
                 *       "books"
                 *     ]
                 */
                table?: string[];
                /** @description The name of a channel for messages. */
                channel?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RealtimeConnectionAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDRealtimeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "table": "books"
                 *     }
                 */
                "application/json": components["schemas"]["RealtimeTokenCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RealtimeTokenAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDRealtimeExplain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "table": "books",
                 *       "type": "INSERT",
                 *       "key": "secret",
                 *       "row": {
                 *         "title": "Utengano"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EventQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventExplanationAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDRealtimeTokenByTokenID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The tokenID.
                 * @example 9b25dee1-0000-7000-8000-000000000001
                 */
                tokenID: components["parameters"]["tokenID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getAuditLogs: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit6"];
                /** @description Lists the entries before this one. */
                cursor?: components["parameters"]["cursor3"];
                /** @description Such as `dashboard:<account>`. */
                actor?: components["parameters"]["actor"];
                /**
                 * @description An action such as `secrets.reveal`, or an area such as `secrets`.
                 * @example api_keys
                 */
                action?: components["parameters"]["action"];
                /** @description The id of what it was done to. */
                target?: components["parameters"]["target"];
                /** @description The earliest time. */
                from?: components["parameters"]["from"];
                /** @description The time before which it was done. */
                to?: components["parameters"]["to"];
                /** @description `csv` answers a text in CSV. */
                format?: components["parameters"]["format2"];
                /** @description The organisation id. */
                organisation_id?: components["parameters"]["organisation_id"];
                /** @description The project id. */
                project_id?: components["parameters"]["project_id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditEntryListAnswer"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDAuditLogs: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit6"];
                /** @description Lists the entries before this one. */
                cursor?: components["parameters"]["cursor3"];
                /** @description Such as `dashboard:<account>`. */
                actor?: components["parameters"]["actor"];
                /**
                 * @description An action such as `secrets.reveal`, or an area such as `secrets`.
                 * @example api_keys
                 */
                action?: components["parameters"]["action"];
                /** @description The id of what it was done to. */
                target?: components["parameters"]["target"];
                /** @description The earliest time. */
                from?: components["parameters"]["from"];
                /** @description The time before which it was done. */
                to?: components["parameters"]["to"];
                /** @description `csv` answers a text in CSV. */
                format?: components["parameters"]["format2"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditEntryListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description An access token of the dashboard, in place of the header. */
                token?: components["parameters"]["token"];
            };
            header?: {
                /**
                 * @description The id of the last event that was received: the stream goes on behind it.
                 * @example 0198c1d2-0000-7000-8000-000000000001
                 */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text5"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getEventsHistory: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit5"];
                /** @description Lists the entries before this one. */
                cursor?: components["parameters"]["cursor3"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformEventListAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getMeNotifications: {
        parameters: {
            query?: {
                /** @description An access token of the dashboard, in place of the header. */
                token?: components["parameters"]["token"];
            };
            header?: {
                /**
                 * @description The id of the last event that was received: the stream goes on behind it.
                 * @example 0198c1d2-0000-7000-8000-000000000001
                 */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text5"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getMeNotificationsHistory: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit5"];
                /** @description Lists the entries before this one. */
                cursor?: components["parameters"]["cursor3"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationListAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postMeNotificationsByEventIDRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The eventID.
                 * @example 1
                 */
                eventID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postMeNotificationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["NotificationsRead"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getMeNotificationsPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotificationPreferencesAnswer"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    patchMeNotificationsPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "muted": [
                 *         "project.deleted"
                 *       ],
                 *       "digest": "daily"
                 *     }
                 */
                "application/json": components["schemas"]["NotificationPreferencesUpdate"];
            };
        };
        responses: {
            200: components["responses"]["NotificationPreferencesAnswer"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDEnv: {
        parameters: {
            query?: {
                /**
                 * @description The environment.
                 * @example production
                 */
                environment?: components["schemas"]["EnvironmentName"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvVarListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDEnv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "SHOP_NAME",
                 *       "value": "Duka",
                 *       "environment": "production"
                 *     }
                 */
                "application/json": components["schemas"]["EnvVarCreate"];
            };
        };
        responses: {
            201: components["responses"]["EnvVarAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDEnvByVarID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The varID.
                 * @example bd4bb109-0000-7000-8000-000000000001
                 */
                varID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDEnvByVarID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The varID.
                 * @example bd4bb109-0000-7000-8000-000000000001
                 */
                varID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "Duka la vitabu"
                 *     }
                 */
                "application/json": components["schemas"]["EnvVarUpdate"];
            };
        };
        responses: {
            200: components["responses"]["EnvVarAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDEnvBulk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "production",
                 *       "vars": {
                 *         "SHOP_NAME": "Duka",
                 *         "CURRENCY": "TZS"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EnvVarsWrite"];
            };
        };
        responses: {
            200: components["responses"]["WrittenEnvVarsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDEnvImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "environment": "preview",
                 *       "text": "SHOP_NAME=\"Duka\""
                 *     }
                 */
                "application/json": components["schemas"]["EnvVarsImport"];
            };
        };
        responses: {
            200: components["responses"]["WrittenEnvVarsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDEnvExport: {
        parameters: {
            query?: {
                /**
                 * @description The environment.
                 * @example production
                 */
                environment?: components["schemas"]["EnvironmentName"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedEnvVarsAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "MAIL_PASSWORD",
                 *       "value": "not-a-real-password",
                 *       "description": "Of the mail server."
                 *     }
                 */
                "application/json": components["schemas"]["SecretCreate"];
            };
        };
        responses: {
            201: components["responses"]["SecretAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDSecretsBySecretID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The secretID.
                 * @example 4bd5ac17-0000-7000-8000-000000000001
                 */
                secretID: components["parameters"]["secretID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDSecretsBySecretID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The secretID.
                 * @example 4bd5ac17-0000-7000-8000-000000000001
                 */
                secretID: components["parameters"]["secretID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "not-a-real-password-either"
                 *     }
                 */
                "application/json": components["schemas"]["SecretUpdate"];
            };
        };
        responses: {
            200: components["responses"]["SecretAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSecretsBySecretIDVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The secretID.
                 * @example 4bd5ac17-0000-7000-8000-000000000001
                 */
                secretID: components["parameters"]["secretID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretVersionListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDSecretsBySecretIDValue: {
        parameters: {
            query?: {
                /**
                 * @description An earlier version; the latest unless said here.
                 * @example 2
                 */
                version?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The secretID.
                 * @example 4bd5ac17-0000-7000-8000-000000000001
                 */
                secretID: components["parameters"]["secretID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RevealedSecretAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getSecretsResolveByKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Letters, digits and underscores; kept in upper case.
                 * @example MAIL_PASSWORD
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RevealedSecretAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDPaymentsSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PaymentSettingsAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDPaymentsSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": true
                 *     }
                 */
                "application/json": components["schemas"]["PaymentSettingsUpdate"];
            };
        };
        responses: {
            200: components["responses"]["PaymentSettingsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDPaymentsSettingsTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "provider_a"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentSettingsTest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentSettingsTestResultAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDPaymentsProviderAStkPush: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "0712345678",
                 *       "amount": 150,
                 *       "description": "Kusadikika",
                 *       "order_id": "1"
                 *     }
                 */
                "application/json": components["schemas"]["StkPush"];
            };
        };
        responses: {
            201: components["responses"]["StkPushedAnswer"];
            202: components["responses"]["StkPushedAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDPaymentsProviderBInitiate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "0754123456",
                 *       "amount": 9000,
                 *       "first_name": "Neema",
                 *       "last_name": "Mushi"
                 *     }
                 */
                "application/json": components["schemas"]["DirectPayment"];
            };
        };
        responses: {
            201: components["responses"]["DirectStartedAnswer"];
            202: components["responses"]["DirectStartedAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDPaymentsProviderBSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe: the same key and body get the first answer again, for 24 hours.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 9000,
                 *       "description": "Utengano",
                 *       "redirect_url": "https://shop.example.com/thanks"
                 *     }
                 */
                "application/json": components["schemas"]["HostedSession"];
            };
        };
        responses: {
            201: components["responses"]["SessionStartedAnswer"];
            202: components["responses"]["SessionStartedAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDPaymentsProviderBStatusByReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The reference.
                 * @example pay_d7ab4c19723d10f442
                 */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PaymentTransactionAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDPaymentsTransactions: {
        parameters: {
            query?: {
                /** @description The status. */
                status?: components["parameters"]["status"];
                /** @description The provider. */
                provider?: components["parameters"]["provider2"];
                /** @description The environment. */
                environment?: components["parameters"]["environment"];
                /** @description In E.164. */
                phone?: components["parameters"]["phone"];
                /** @description The provider's reference, its receipt, or the payer's reference. */
                reference?: components["parameters"]["reference"];
                /**
                 * @description The order id.
                 * @example 1
                 */
                order_id?: components["parameters"]["order_id"];
                /** @description The user id. */
                user_id?: components["parameters"]["user_id"];
                /** @description Only those that need to be looked at. */
                alert?: components["parameters"]["alert"];
                /** @description Started at this time or later. */
                from?: components["parameters"]["from2"];
                /** @description Started before this time. */
                to?: components["parameters"]["to2"];
                /** @description The min amount. */
                min_amount?: components["parameters"]["min_amount"];
                /** @description The max amount. */
                max_amount?: components["parameters"]["max_amount"];
                /** @description The number of the page, from 1. */
                page?: number;
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentTransactionListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDPaymentsTransactionsCsv: {
        parameters: {
            query?: {
                /** @description The status. */
                status?: components["parameters"]["status"];
                /** @description The provider. */
                provider?: components["parameters"]["provider2"];
                /** @description The environment. */
                environment?: components["parameters"]["environment"];
                /** @description In E.164. */
                phone?: components["parameters"]["phone"];
                /** @description The provider's reference, its receipt, or the payer's reference. */
                reference?: components["parameters"]["reference"];
                /**
                 * @description The order id.
                 * @example 1
                 */
                order_id?: components["parameters"]["order_id"];
                /** @description The user id. */
                user_id?: components["parameters"]["user_id"];
                /** @description Only those that need to be looked at. */
                alert?: components["parameters"]["alert"];
                /** @description Started at this time or later. */
                from?: components["parameters"]["from2"];
                /** @description Started before this time. */
                to?: components["parameters"]["to2"];
                /** @description The min amount. */
                min_amount?: components["parameters"]["min_amount"];
                /** @description The max amount. */
                max_amount?: components["parameters"]["max_amount"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDPaymentsTransactionsByTransactionID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The transactionID.
                 * @example a5614527-0000-7000-8000-000000000011
                 */
                transactionID: components["parameters"]["transactionID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentTransactionDetailsAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDPaymentsTransactionsByTransactionIDReversal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The transactionID.
                 * @example a5614527-0000-7000-8000-000000000011
                 */
                transactionID: components["parameters"]["transactionID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The book was sold out."
                 *     }
                 */
                "application/json": components["schemas"]["PaymentReversal"];
            };
        };
        responses: {
            200: components["responses"]["PaymentTransactionAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDPaymentsTransactionsByTransactionIDResolve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The transactionID.
                 * @example a5614527-0000-7000-8000-000000000011
                 */
                transactionID: components["parameters"]["transactionID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "completed",
                 *       "reason": "Seen on the statement.",
                 *       "receipt": "QK12AB34CD"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentResolution"];
            };
        };
        responses: {
            200: components["responses"]["PaymentTransactionAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDPaymentsLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerBalanceListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDPaymentsReconciliation: {
        parameters: {
            query?: {
                /** @description By default a day before `to`. */
                from?: string;
                /** @description By default now. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationReportAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDPaymentsReconciliationStatements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "provider_a",
                 *       "csv": "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.\nQK12AB34CD,2026-01-05 10:00:00,Pay Bill,Completed,150.00,,UNKNOWN\n"
                 *     }
                 */
                "application/json": components["schemas"]["StatementImport"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementImportedAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getJobsFailed: {
        parameters: {
            query?: {
                /** @description The project id. */
                project_id?: components["parameters"]["project_id"];
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit6"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedJobListAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    postJobsFailedByJobIDRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequeuedJobAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteJobsFailedByJobID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDCron: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CronJobListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDCron: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly report",
                 *       "schedule": "0 3 * * *",
                 *       "timezone": "Africa/Nairobi",
                 *       "target_type": "http",
                 *       "target_url": "https://hooks.example.com/report",
                 *       "payload": {
                 *         "kind": "daily"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CronJobCreate"];
            };
        };
        responses: {
            201: components["responses"]["CronJobAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDCronByJobID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CronJobAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDCronByJobID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDCronByJobID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap": "queue"
                 *     }
                 */
                "application/json": components["schemas"]["CronJobUpdate"];
            };
        };
        responses: {
            200: components["responses"]["CronJobAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDCronByJobIDRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CronRunAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDCronByJobIDRuns: {
        parameters: {
            query?: {
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit5"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The jobID.
                 * @example b2c6070b-0000-7000-8000-000000000001
                 */
                jobID: components["parameters"]["jobID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CronRunListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDWebhooksByWebhookIDDeliveries: {
        parameters: {
            query?: {
                /** @description `pending` until it has arrived, or all attempts have failed. */
                status?: components["parameters"]["status2"];
                /** @description A type of event. */
                event?: components["parameters"]["event"];
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit5"];
                /** @description The `X-Next-Cursor` of the page before. */
                cursor?: components["parameters"]["cursor4"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveryListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDWebhooksByWebhookIDDeliveriesByDeliveryID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
                /**
                 * @description The deliveryID.
                 * @example a5614527-0000-7000-8000-000000000017
                 */
                deliveryID: components["parameters"]["deliveryID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveryDetailAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDWebhooksByWebhookIDDeliveriesByDeliveryIDRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
                /**
                 * @description The deliveryID.
                 * @example a5614527-0000-7000-8000-000000000017
                 */
                deliveryID: components["parameters"]["deliveryID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveryDetailAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDWebhooksByWebhookIDReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "failed"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            200: components["responses"]["WebhookReplayedAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDWebhooksByWebhookIDSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "row.inserted",
                 *       "payload": {
                 *         "title": "Kusadikika"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryDetailAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDDeliveries: {
        parameters: {
            query?: {
                /** @description `pending` until it has arrived, or all attempts have failed. */
                status?: components["parameters"]["status2"];
                /** @description A type of event. */
                event?: components["parameters"]["event"];
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit5"];
                /** @description The `X-Next-Cursor` of the page before. */
                cursor?: components["parameters"]["cursor4"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveryListAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDDeliveriesByDeliveryID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
                /**
                 * @description The deliveryID.
                 * @example a5614527-0000-7000-8000-000000000017
                 */
                deliveryID: components["parameters"]["deliveryID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveryDetailAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDDeliveriesByDeliveryIDRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
                /**
                 * @description The deliveryID.
                 * @example a5614527-0000-7000-8000-000000000017
                 */
                deliveryID: components["parameters"]["deliveryID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookDeliveryDetailAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "failed"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            200: components["responses"]["WebhookReplayedAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDFunctionsByFnIDTriggersByTriggerIDSend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "row.inserted",
                 *       "payload": {
                 *         "record": {
                 *           "title": "Kusadikika"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryDetailAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Orders",
                 *       "url": "https://hooks.example.com/orders",
                 *       "events": [
                 *         "row.*:books",
                 *         "payment.*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            201: components["responses"]["WebhookWithSecretAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDWebhooksEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventTypeListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDWebhooksSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookSettingsAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDWebhooksSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allowed_hosts": [
                 *         "hooks.example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookSettingsInput"];
            };
        };
        responses: {
            200: components["responses"]["WebhookSettingsAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDWebhooksByWebhookID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["WebhookAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDWebhooksByWebhookID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDWebhooksByWebhookID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            200: components["responses"]["WebhookAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDWebhooksByWebhookIDRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The webhookID.
                 * @example aa05345f-0000-7000-8000-000000000001
                 */
                webhookID: components["parameters"]["webhookID"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["WebhookSecretRotate"];
            };
        };
        responses: {
            200: components["responses"]["WebhookWithSecretAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionTriggerListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDFunctionsByFnIDTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "row.inserted:books"
                 *       ],
                 *       "filter": "price > 10"
                 *     }
                 */
                "application/json": components["schemas"]["FunctionTriggerCreate"];
            };
        };
        responses: {
            201: components["responses"]["FunctionTriggerAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDFunctionsByFnIDTriggersByTriggerID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FunctionTriggerAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDFunctionsByFnIDTriggersByTriggerID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDFunctionsByFnIDTriggersByTriggerID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The fnID.
                 * @example 9bc0b8dc-0000-7000-8000-000000000001
                 */
                fnID: components["parameters"]["fnID"];
                /**
                 * @description The triggerID.
                 * @example 5aaa3088-0000-7000-8000-000000000001
                 */
                triggerID: components["parameters"]["triggerID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ordered": true
                 *     }
                 */
                "application/json": components["schemas"]["FunctionTriggerUpdate"];
            };
        };
        responses: {
            200: components["responses"]["FunctionTriggerAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDRequestLogs: {
        parameters: {
            query?: {
                /** @description The status. */
                status?: components["parameters"]["status3"];
                /** @description The method. */
                method?: components["parameters"]["method"];
                /** @description What the path begins with, such as `/api/v1/data/`. */
                path?: components["parameters"]["path"];
                /** @description The id of an API key. */
                key?: components["parameters"]["key"];
                /** @description The id of an end user. */
                user?: components["parameters"]["user"];
                /** @description The min duration ms. */
                min_duration_ms?: components["parameters"]["min_duration_ms"];
                /** @description The since. */
                since?: string;
                /** @description The until. */
                until?: string;
                /**
                 * @description The most entries that the answer holds.
                 * @example 20
                 */
                limit?: components["parameters"]["limit3"];
                /** @description Lists the lines before this one. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestLogEntryListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDRequestLogsStream: {
        parameters: {
            query?: {
                /** @description The status. */
                status?: components["parameters"]["status3"];
                /** @description The method. */
                method?: components["parameters"]["method"];
                /** @description What the path begins with, such as `/api/v1/data/`. */
                path?: components["parameters"]["path"];
                /** @description The id of an API key. */
                key?: components["parameters"]["key"];
                /** @description The id of an end user. */
                user?: components["parameters"]["user"];
                /** @description The min duration ms. */
                min_duration_ms?: components["parameters"]["min_duration_ms"];
            };
            header?: {
                /**
                 * @description The id of the last event that was received: the stream goes on behind it.
                 * @example 0198c1d2-0000-7000-8000-000000000001
                 */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Text2"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainListAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "shop.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["DomainCreate"];
            };
        };
        responses: {
            201: components["responses"]["DomainAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDDomainsByDomainID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The domainID.
                 * @example 54128a34-0000-7000-8000-000000000001
                 */
                domainID: components["parameters"]["domainID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DomainAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDDomainsByDomainID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The domainID.
                 * @example 54128a34-0000-7000-8000-000000000001
                 */
                domainID: components["parameters"]["domainID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDDomainsByDomainIDVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The domainID.
                 * @example 54128a34-0000-7000-8000-000000000001
                 */
                domainID: components["parameters"]["domainID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DomainAnswer"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    getDomainsAsk: {
        parameters: {
            query: {
                /**
                 * @description The domain.
                 * @example shop.example.com
                 */
                domain: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServedDomainAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Refused"];
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Refused"];
        };
    };
    putProjectsByProjectIDStorageUploads: {
        parameters: {
            query: {
                /**
                 * @description Of POST /storage/signed-upload-url.
                 * @example example-token
                 */
                token: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StorageObjectAnswer"];
            201: components["responses"]["StorageObjectAnswer"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDStorageBucketsByBucketIDResumable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The bucket's id or slug.
                 * @example 424efb52-0000-7000-8000-000000000001
                 */
                bucketID: components["parameters"]["bucketID"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address of the upload is in Location */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    getProjectsByProjectIDStorageResumableByUploadID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The uploadID.
                 * @example 7ef7bdf9-0000-7000-8000-000000000002
                 */
                uploadID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumableUploadAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    deleteProjectsByProjectIDStorageResumableByUploadID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The uploadID.
                 * @example 7ef7bdf9-0000-7000-8000-000000000002
                 */
                uploadID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    patchProjectsByProjectIDStorageResumableByUploadID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The uploadID.
                 * @example 7ef7bdf9-0000-7000-8000-000000000002
                 */
                uploadID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postProjectsByProjectIDTablesByTableIDImport: {
        parameters: {
            query?: {
                /** @description Which name of the file is which column: `Book title:title,price`, as a line of CSV. Others are left out. Without it, the names of the file are those of columns. */
                columns?: string;
                /** @description `false` where the first line of CSV is a row; `columns` names its cells. */
                header?: "true" | "false";
                /** @description The delimiter. */
                delimiter?: "comma" | "semicolon" | "tab" | "pipe";
                /** @description The unique columns by which rows exist already, with `Prefer: resolution=…`. */
                on_conflict?: components["parameters"]["on_conflict"];
                /**
                 * @description `true` tries everything and writes nothing.
                 * @example true
                 */
                dry_run?: "true" | "false";
            };
            header?: {
                /**
                 * @description `resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. Of a list: `count=exact`, `count=planned` or `count=estimated`. Of a write by filter: `return=representation`, `max-affected=10`.
                 * @example resolution=merge-duplicates
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
                /**
                 * @description The table's slug or id.
                 * @example books
                 */
                tableID: components["parameters"]["tableID3"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResultAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Refused"];
        };
    };
    postWebhooksProviderAByProjectIDCallback: {
        parameters: {
            query?: {
                /** @description The payment. */
                payment?: string;
                /** @description The token. */
                token?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "Body": {
                 *         "stkCallback": {
                 *           "MerchantRequestID": "1-2-3",
                 *           "CheckoutRequestID": "ws_CO_1",
                 *           "ResultCode": 1032,
                 *           "ResultDesc": "Cancelled"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProviderCallback"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ResultCode": 0,
                     *       "ResultDesc": "Accepted"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderACallbackAccepted"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
    postWebhooksProviderBByProjectIDCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example bc6026f5-0000-7000-8000-000000000002
                 */
                projectID: components["parameters"]["projectID"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1",
                 *       "type": "payment.failed",
                 *       "data": {
                 *         "reference": "pay_1",
                 *         "status": "failed"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProviderCallback"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Request completed successfully.",
                     *       "data": null
                     *     }
                     */
                    "application/json": components["schemas"]["NothingAnswer"];
                };
            };
            404: components["responses"]["NotFound"];
            default: components["responses"]["Refused"];
        };
    };
}
