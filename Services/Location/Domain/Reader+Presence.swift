import Models

extension Reader {
    /// Throws `invalidRequest` if the request names no reader, unless clients of the 1.0 API are served.
    func checkPresence(_ policy: LocationPolicy) throws(ServiceError) {
        guard device != nil || policy.servesLegacyClients else {
            throw ServiceError(.invalidRequest, "RequestMiataruDeviceID is missing")
        }
    }

    var shown: [DeviceID] {
        guard key != nil, let device else { return [] }
        return [device]
    }
}
