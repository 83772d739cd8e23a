import Models

struct BeginTOTPHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: BeginTOTP, _ context: MessageContext) async throws -> TOTPEnrolment {
        try await service.metrics.measure(BeginTOTP.self) {
            let totp = TOTP(secret: service.random(TOTP.secretLength))
            let now = service.now
            let profile = try await service.store.beginTOTP(
                request.account, try service.totpSeal.seal(totp, of: request.account),
                signedInAt: request.signedInAt, in: request.session, at: now)
            let names = profile.names
            let name = names.email?.value ?? names.username ?? names.phone?.value ?? profile.details.displayName?.value
            return TOTPEnrolment(
                secret: SecretText(Base32.text(totp.secret)),
                uri: totp.uri(issuer: service.installationName, name: name ?? request.account.text),
                expiresAt: now.adding(seconds: KeptTOTP.confirmationSeconds))
        }
    }
}
