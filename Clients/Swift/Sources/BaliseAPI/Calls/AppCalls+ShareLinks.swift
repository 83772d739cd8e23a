extension AppCalls {
    /// Creates a link that shows the place of a claimed device.
    public static var createShareLink: Call<CreateShareLinkRequest, ResponseEnvelope<CreatedShareLink>> {
        call(.post, "users/me/share-links", answering: [201])
    }
    /// Returns the share links of the user's devices, with their viewers.
    public static var listShareLinks: Question<ResponseEnvelope<ShareLinkList>> { read("users/me/share-links") }
    /// Renames a share link, lets it end earlier, or makes the places that it shows coarser.
    public static var changeShareLink: Call<ChangeShareLinkRequest, ResponseEnvelope<BaliseShareLink>> {
        call(.patch, "users/me/share-links/{id}")
    }
    /// Ends a share link at once.
    public static var endShareLink: Question<DoneResponse> { delete("users/me/share-links/{id}") }
}
