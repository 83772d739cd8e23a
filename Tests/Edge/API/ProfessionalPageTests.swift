import Fakes

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ProfessionalPageTests {
    private func services(_ details: String?) -> ScriptedServices {
        let services = ScriptedServices.people().answering(OpenAnnouncement.self) { message throws(BusError) in
            guard message.subject == .number(7), message.types == [.professional] else {
                throw .refused(ServiceError(.notFound, "nothing with this id was announced"))
            }
            return People.page(People.professional(details: details))
        }
        return services
    }

    /// Without these answers the app shows two invented reviews.
    @Test(arguments: [nil, People.expiredToken] as [String?])
    func hasNoFavoritesAndNoReviews(_ token: String?) async throws {
        let services = services(nil)
        try await withEdge(services) { edge in
            let headers = token.map { [("Authorization", $0)] } ?? []
            for path in ["users/favorites", "ratings/user/7", "ratings/user/8"] {
                let response = try await edge.request("GET", "/api/v1/" + path, headers: headers)
                #expect(response.status == 200 && response.body == "[]", "\(path)")
            }
        }
        #expect(services.messages.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"averageRating":4.5}"#, "4.5"), (#"{"averageRating":4}"#, "4"), (#"{"averageRating":"4"}"#, "0"),
            (nil, "0"),
        ] as [(String?, String)])
    func hasTheAverageOfItsDetails(_ details: String?, _ expected: String) async throws {
        try await withEdge(services(details)) { edge in
            let response = try await edge.request("GET", "/api/v1/ratings/user/7/average")
            #expect(response.status == 200 && response.body == expected)
            for id in ["8", "x", People.ada.text] {
                let other = try await edge.request("GET", "/api/v1/ratings/user/\(id)/average")
                #expect(other.status == 200 && other.body == "0")
            }
        }
    }

    @Test func hasNoOffersOfWhatIsNoNumber() async throws {
        try await ScriptedServices.people().ask("GET", "/api/v1/offers/professional/x/active").expect(404)
    }
}
