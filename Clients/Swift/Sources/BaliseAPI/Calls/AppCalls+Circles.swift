// Calls about people who share their places with each other.
extension AppCalls {
    /// Creates a circle with the user as its creator.
    public static var createCircle: Call<CreateCircleRequest, ResponseEnvelope<BaliseCircle>> {
        call(.post, "users/me/circles", answering: [201])
    }
    /// Returns the user's circles.
    public static var listCircles: Question<ResponseEnvelope<BaliseCircleList>> { read("users/me/circles") }
    /// Joins the circle of an invitation.
    public static var joinCircle: Call<JoinCircleRequest, ResponseEnvelope<BaliseCircle>> {
        call(.post, "users/me/circles/join")
    }
    /// Returns the members of circles who looked at the user's devices.
    public static var listCircleVisits: Question<ResponseEnvelope<BaliseCircleVisitList>> {
        read("users/me/circles/visits")
    }
    /// Changes the name of a circle, or the user's own name in it.
    public static var changeCircle: Call<ChangeCircleRequest, ResponseEnvelope<BaliseCircle>> {
        call(.patch, "users/me/circles/{id}")
    }
    /// Leaves a circle.
    public static var leaveCircle: Question<DoneResponse> { delete("users/me/circles/{id}") }
    /// Sets what the user lets the other members see.
    public static var setCircleConsent: Call<SetCircleConsentRequest, ResponseEnvelope<BaliseCircle>> {
        call(.put, "users/me/circles/{id}/consent")
    }
    /// Removes another member. Only the creator of the circle may do that.
    public static var removeCircleMember: Question<DoneResponse> { delete("users/me/circles/{id}/members/{account}") }
    /// Creates an invitation.
    public static var createCircleInvitation:
        Call<CreateCircleInvitationRequest, ResponseEnvelope<CreatedCircleInvitation>>
    {
        call(.post, "users/me/circles/{id}/invitations", answering: [201])
    }
    /// Returns the open invitations of a circle.
    public static var listCircleInvitations: Question<ResponseEnvelope<BaliseCircleInvitationList>> {
        read("users/me/circles/{id}/invitations")
    }
    /// Ends an invitation.
    public static var endCircleInvitation: Question<DoneResponse> {
        delete("users/me/circles/{id}/invitations/{invitation}")
    }
    /// Creates a place whose arrivals members of circles learn.
    public static var createArrivalPlace: Call<CreateArrivalPlaceRequest, ResponseEnvelope<BaliseArrivalPlace>> {
        call(.post, "users/me/arrivals", answering: [201])
    }
    /// Returns the user's places of arrivals, and the places that the user watches.
    public static var listArrivalPlaces: Question<ResponseEnvelope<BaliseArrivalPlaceList>> {
        read("users/me/arrivals")
    }
    /// Renames a place of arrivals, or replaces its watchers.
    public static var changeArrivalPlace: Call<ChangeArrivalPlaceRequest, ResponseEnvelope<BaliseArrivalPlace>> {
        call(.patch, "users/me/arrivals/{id}")
    }
    /// Removes one of the user's places of arrivals, or stops watching another user's place.
    public static var removeArrivalPlace: Question<DoneResponse> { delete("users/me/arrivals/{id}") }
    /// Reports an arrival or a departure that the user's phone has observed itself.
    public static var reportArrival: Call<ReportArrivalRequest, ResponseEnvelope<BaliseArrivalPlace>> {
        call(.post, "users/me/arrivals/{id}/events")
    }
    /// Lets another user, whose place the user has stopped watching, name the user as a watcher again.
    public static var allowArrivals: Question<DoneResponse> { delete("users/me/arrivals/refusals/{account}") }
    /// Returns the devices whose places the user may see, with the places.
    public static var listPlaces: Question<ResponseEnvelope<VisibleDeviceList>> { read("places") }
    /// Asks a member of a circle for a fresh place.
    public static var askForPlace: Call<NoBody, ResponseEnvelope<PlaceQuestion>> {
        call(.post, "places/{device}/question")
    }
}
