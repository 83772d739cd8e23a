import Models

struct OfferDeviceHandler: Sendable {
    let service: LocationContext

    func handle(_ request: OfferDevice, _ context: MessageContext) async throws -> OfferDevice.Reply {
        let ticket = SecretText(base64URL(service.random(DeviceClaim.ticketLength)))
        let end = service.now.adding(seconds: DeviceClaim.handoverSeconds)
        _ = try await service.ask(for: OfferDevice.self, showing: [], context) { store, _ throws(LocationStoreError) in
            try await store.offerDevice(
                request.device, of: request.account, by: DeviceClaim.hash(ofTicket: ticket), in: request.session,
                until: end)
        }
        return OfferDevice.Reply(ticket: ticket, expiresAt: end)
    }
}
